package interop;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.a2a.A2A;
import io.a2a.client.http.JdkA2AHttpClient;
import io.a2a.client.transport.jsonrpc.JSONRPCTransport;
import io.a2a.client.transport.rest.RestTransport;
import io.a2a.client.transport.spi.ClientTransport;
import io.a2a.spec.AgentCard;
import io.a2a.spec.DeleteTaskPushNotificationConfigParams;
import io.a2a.spec.GetTaskPushNotificationConfigParams;
import io.a2a.spec.ListTaskPushNotificationConfigParams;
import io.a2a.spec.Message;
import io.a2a.spec.MessageSendConfiguration;
import io.a2a.spec.MessageSendParams;
import io.a2a.spec.PushNotificationConfig;
import io.a2a.spec.StreamingEventKind;
import io.a2a.spec.Task;
import io.a2a.spec.TaskIdParams;
import io.a2a.spec.TaskPushNotificationConfig;
import io.a2a.spec.TaskQueryParams;
import io.a2a.spec.TaskState;
import io.a2a.spec.TaskStatusUpdateEvent;
import io.a2a.spec.TextPart;
import io.a2a.util.Utils;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The client of a2a-java 0.3: each operation once, at the address and over the binding that it is given. */
@QuarkusMain
public class Main {
    private static final ObjectMapper ORDERED =
            Utils.OBJECT_MAPPER.copy().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);
    private static int made = 0;

    public static void main(String... args) throws Exception {
        String base = args[0];
        AgentCard card = A2A.getAgentCard(base);
        ClientTransport client = args[1].equals("JSONRPC")
                ? new JSONRPCTransport(new JdkA2AHttpClient(), card, card.url(), List.of())
                : new RestTransport(new JdkA2AHttpClient(), card, card.url(), List.of());
        PushNotificationConfig hook = new PushNotificationConfig.Builder()
                .id("hook-1")
                .url("http://127.0.0.1:9/hook")
                .token("interop-token")
                .build();
        Map<String, Task> tasks = new TreeMap<>();
        operation("card", () -> A2A.getAgentCard(base));
        operation("extended card", () -> client.getAgentCard(null));
        operation("send", () -> send(client, tasks, "send", say("echo hello wörld 🌍", true)));
        operation("stream", () -> ended(events -> client.sendMessageStreaming(
                say("count", true), events::accept, events::broke, null)));
        operation("get", () -> client.getTask(new TaskQueryParams(tasks.get("send").getId(), 10), null));
        operation("question", () -> send(client, tasks, "question", say("ask", true)));
        String asked = tasks.containsKey("question") ? tasks.get("question").getId() : "";
        operation("push set", () -> client.setTaskPushNotificationConfiguration(
                new TaskPushNotificationConfig(asked, hook), null));
        operation("push get", () -> client.getTaskPushNotificationConfiguration(
                new GetTaskPushNotificationConfigParams(asked, "hook-1"), null));
        operation("push list", () -> client.listTaskPushNotificationConfigurations(
                new ListTaskPushNotificationConfigParams(asked), null));
        operation("push delete", () -> {
            client.deleteTaskPushNotificationConfigurations(
                    new DeleteTaskPushNotificationConfigParams(asked, "hook-1"), null);
            return null;
        });
        operation("subscribe", () -> subscribed(client));
        operation("cancel", () -> {
            send(client, tasks, "cancel", say("wait", false));
            return client.cancelTask(new TaskIdParams(tasks.get("cancel").getId()), null);
        });
        operation("unknown task", () -> client.getTask(
                new TaskQueryParams("00000000-0000-4000-8000-000000000000"), null));
        System.exit(0);
    }

    private static void operation(String name, Callable<Object> act) throws Exception {
        Map<String, Object> outcome = new TreeMap<>();
        try {
            outcome.put("returned", act.call());
        } catch (Exception refused) {
            outcome.put("refused", String.valueOf(refused.getMessage()));
        }
        String said = ORDERED.writeValueAsString(outcome);
        System.out.println("{\"operation\":\"" + name + "\"," + said.substring(1));
    }

    private static MessageSendParams say(String text, boolean blocking) {
        made++;
        Message message = new Message.Builder()
                .role(Message.Role.USER)
                .messageId("message-" + made)
                .parts(new TextPart(text))
                .build();
        MessageSendConfiguration configuration = new MessageSendConfiguration.Builder()
                .acceptedOutputModes(List.of())
                .blocking(blocking)
                .build();
        return new MessageSendParams(message, configuration, null);
    }

    private static Object send(ClientTransport client, Map<String, Task> tasks, String name, MessageSendParams params)
            throws Exception {
        Object result = client.sendMessage(params, null);
        if (result instanceof Task task) tasks.put(name, task);
        return result;
    }

    /** What a stream sends until its task is over. */
    private static class Events {
        final List<StreamingEventKind> all = new CopyOnWriteArrayList<>();
        final CompletableFuture<Object> over = new CompletableFuture<>();
        Consumer<TaskStatusUpdateEvent> onStatus = status -> {};

        void accept(StreamingEventKind event) {
            all.add(event);
            if (!(event instanceof TaskStatusUpdateEvent update)) return;
            onStatus.accept(update);
            if (update.isFinal()) over.complete(all);
        }

        void broke(Throwable reason) {
            if (reason != null) over.completeExceptionally(reason);
        }
    }

    private interface Opening {
        void open(Events events) throws Exception;
    }

    private static Object ended(Opening opening) throws Exception {
        Events events = new Events();
        opening.open(events);
        return events.over.get(20, TimeUnit.SECONDS);
    }

    /** The events of a task's stream, and of another that is opened once the task is at work. */
    private static Object subscribed(ClientTransport client) throws Exception {
        Events stream = new Events();
        CompletableFuture<Object> other = new CompletableFuture<>();
        stream.onStatus = update -> {
            if (update.getStatus().state() != TaskState.WORKING) return;
            CompletableFuture.runAsync(() -> {
                try {
                    TaskIdParams task = new TaskIdParams(update.getTaskId());
                    other.complete(ended(events ->
                            client.resubscribe(task, events::accept, events::broke, null)));
                } catch (Exception refused) {
                    other.complete(String.valueOf(refused.getMessage()));
                }
            });
        };
        client.sendMessageStreaming(say("slow", true), stream::accept, stream::broke, null);
        Object all = stream.over.get(20, TimeUnit.SECONDS);
        return Map.of("stream", all, "subscribed", other.get(20, TimeUnit.SECONDS));
    }
}
