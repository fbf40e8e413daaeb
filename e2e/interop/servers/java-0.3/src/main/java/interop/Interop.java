package interop;

import io.a2a.server.agentexecution.AgentExecutor;
import io.a2a.server.agentexecution.RequestContext;
import io.a2a.server.events.EventQueue;
import io.a2a.server.tasks.TaskUpdater;
import io.a2a.spec.DataPart;
import io.a2a.spec.FilePart;
import io.a2a.spec.FileWithBytes;
import io.a2a.spec.FileWithUri;
import io.a2a.spec.JSONRPCError;
import io.a2a.spec.Message;
import io.a2a.spec.Part;
import io.a2a.spec.Task;
import io.a2a.spec.TaskState;
import io.a2a.spec.TaskStatus;
import io.a2a.spec.TextPart;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

@ApplicationScoped
public class Interop implements AgentExecutor {
    private static final Set<TaskState> WAITING = Set.of(TaskState.INPUT_REQUIRED, TaskState.AUTH_REQUIRED);
    private final Set<String> canceled = ConcurrentHashMap.newKeySet();

    @Override
    public void execute(RequestContext context, EventQueue queue) throws JSONRPCError {
        String said = context.getUserInput("");
        String[] words = said.split(" ", 2);
        if (words[0].equals("direct")) {
            queue.enqueueEvent(new Message.Builder()
                    .role(Message.Role.AGENT)
                    .contextId(context.getContextId())
                    .parts(new TextPart("direct answer"))
                    .build());
            return;
        }
        Task task = context.getTask();
        if (task == null) {
            queue.enqueueEvent(new Task.Builder()
                    .id(context.getTaskId())
                    .contextId(context.getContextId())
                    .status(new TaskStatus(TaskState.SUBMITTED))
                    .history(context.getMessage())
                    .build());
        }
        TaskUpdater updater = new TaskUpdater(context, queue);
        if (task != null && WAITING.contains(task.getStatus().state())) {
            finish(updater, List.of(new TextPart("You chose: " + said)));
            return;
        }
        updater.startWork();
        switch (words[0]) {
            case "echo" -> {
                List<Part<?>> sent = context.getMessage().getParts();
                List<Part<?>> parts = new ArrayList<>();
                parts.add(new TextPart("echo: " + words[1]));
                parts.addAll(sent.subList(1, sent.size()));
                finish(updater, parts);
            }
            case "count" -> {
                List<String> chunks = List.of("one ", "two ", "three");
                for (int index = 0; index < chunks.size(); index++) {
                    List<Part<?>> parts = List.of(new TextPart(chunks.get(index)));
                    updater.addArtifact(parts, "answer", "answer", null, index > 0, index == 2);
                }
                updater.complete();
            }
            case "ask" -> updater.requiresInput(
                    updater.newAgentMessage(List.of(new TextPart("Which one?")), null), true);
            case "authorize" -> updater.requiresAuth(
                    updater.newAgentMessage(List.of(new TextPart("Who are you?")), null), true);
            case "fail" -> updater.fail(updater.newAgentMessage(List.of(new TextPart("It broke.")), null));
            case "reject" -> updater.reject(updater.newAgentMessage(List.of(new TextPart("Not here.")), null));
            case "file" -> finish(
                    updater, List.of(new FilePart(new FileWithBytes("text/plain", "lisbon.txt", encoded("Lisbon")))));
            case "link" -> finish(
                    updater,
                    List.of(new FilePart(new FileWithUri("image/png", "map.png", "https://lisbon.example/map.png"))));
            case "data" -> finish(updater, List.of(new DataPart(Map.of("city", "Lisbon", "days", 3))));
            case "slow" -> {
                pause(2_500);
                finish(updater, List.of(new TextPart("done slowly")));
            }
            case "wait" -> {
                // The SDK interrupts nobody, and has few threads.
                for (int ticks = 0; ticks < 300 && !canceled.contains(context.getTaskId()); ticks++) pause(50);
            }
            default -> updater.fail();
        }
    }

    @Override
    public void cancel(RequestContext context, EventQueue queue) throws JSONRPCError {
        canceled.add(context.getTaskId());
        new TaskUpdater(context, queue).cancel();
    }

    private static void finish(TaskUpdater updater, List<Part<?>> parts) {
        updater.addArtifact(parts, "answer", "answer", null, false, true);
        updater.complete();
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
