// The client of a2a-go 2.x: each operation once, at the address and over the binding that it is given.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
	a2agrpc "github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

func main() {
	base, binding := os.Args[1], os.Args[2]
	ctx := context.Background()
	card, err := agentcard.DefaultResolver.Resolve(ctx, base)
	if err != nil {
		log.Fatal(err)
	}
	config := a2aclient.Config{PreferredTransports: []a2a.TransportProtocol{a2a.TransportProtocol(binding)}}
	client, err := a2aclient.NewFromCard(ctx, card, a2aclient.WithConfig(config),
		a2agrpc.WithGRPCTransport(grpc.WithTransportCredentials(insecure.NewCredentials())))
	if err != nil {
		log.Fatal(err)
	}
	made := 0
	say := func(text string, config *a2a.SendMessageConfig) *a2a.SendMessageRequest {
		made++
		message := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart(text))
		message.ID = fmt.Sprintf("message-%d", made)
		return &a2a.SendMessageRequest{Message: message, Config: config}
	}
	tasks := map[string]*a2a.Task{}
	send := func(name string, request *a2a.SendMessageRequest) (any, error) {
		result, err := client.SendMessage(ctx, request)
		if err == nil {
			tasks[name], _ = result.(*a2a.Task)
		}
		return result, err
	}
	hook := a2a.PushConfig{ID: "hook-1", URL: "http://127.0.0.1:9/hook", Token: "interop-token"}
	length := 10
	run([]operation{
		{"card", func() (any, error) { return agentcard.DefaultResolver.Resolve(ctx, base) }},
		{"extended card", func() (any, error) { return client.GetExtendedAgentCard(ctx, &a2a.GetExtendedAgentCardRequest{}) }},
		{"send", func() (any, error) { return send("send", say("echo hello wörld 🌍", nil)) }},
		{"stream", func() (any, error) { return all(client.SendStreamingMessage(ctx, say("count", nil))) }},
		{"get", func() (any, error) {
			return client.GetTask(ctx, &a2a.GetTaskRequest{ID: tasks["send"].ID, HistoryLength: &length})
		}},
		{"list", func() (any, error) {
			return client.ListTasks(ctx, &a2a.ListTasksRequest{ContextID: tasks["send"].ContextID})
		}},
		{"question", func() (any, error) { return send("question", say("ask", nil)) }},
		{"push set", func() (any, error) {
			return client.CreateTaskPushConfig(ctx, &a2a.CreateTaskPushConfigRequest{TaskID: tasks["question"].ID, Config: hook})
		}},
		{"push get", func() (any, error) {
			return client.GetTaskPushConfig(ctx, &a2a.GetTaskPushConfigRequest{TaskID: tasks["question"].ID, ID: hook.ID})
		}},
		{"push list", func() (any, error) {
			return client.ListTaskPushConfigs(ctx, &a2a.ListTaskPushConfigRequest{TaskID: tasks["question"].ID})
		}},
		{"push delete", func() (any, error) {
			return nil, client.DeleteTaskPushConfig(ctx, &a2a.DeleteTaskPushConfigRequest{TaskID: tasks["question"].ID, ID: hook.ID})
		}},
		{"subscribe", func() (any, error) {
			return subscribed(client.SendStreamingMessage(ctx, say("slow", nil)), isWorking, func(event a2a.Event) (any, error) {
				return all(client.SubscribeToTask(ctx, &a2a.SubscribeToTaskRequest{ID: event.TaskInfo().TaskID}))
			})
		}},
		{"cancel", func() (any, error) {
			if _, err := send("cancel", say("wait", &a2a.SendMessageConfig{ReturnImmediately: true})); err != nil {
				return nil, err
			}
			return client.CancelTask(ctx, &a2a.CancelTaskRequest{ID: tasks["cancel"].ID})
		}},
		{"unknown task", func() (any, error) {
			return client.GetTask(ctx, &a2a.GetTaskRequest{ID: "00000000-0000-4000-8000-000000000000"})
		}},
	})
}

func isWorking(event a2a.Event) bool {
	update, isUpdate := event.(*a2a.TaskStatusUpdateEvent)
	return isUpdate && update.Status.State == a2a.TaskStateWorking
}
