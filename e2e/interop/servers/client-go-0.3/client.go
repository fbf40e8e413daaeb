// The client of a2a-go 0.3.x: each operation once, at the address and over the binding that it is given.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2aclient"
	"github.com/a2aproject/a2a-go/a2aclient/agentcard"
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
		a2aclient.WithGRPCTransport(grpc.WithTransportCredentials(insecure.NewCredentials())))
	if err != nil {
		log.Fatal(err)
	}
	made := 0
	say := func(text string, config *a2a.MessageSendConfig) *a2a.MessageSendParams {
		made++
		message := a2a.NewMessage(a2a.MessageRoleUser, a2a.TextPart{Text: text})
		message.ID = fmt.Sprintf("message-%d", made)
		return &a2a.MessageSendParams{Message: message, Config: config}
	}
	tasks := map[string]*a2a.Task{}
	send := func(name string, params *a2a.MessageSendParams) (any, error) {
		result, err := client.SendMessage(ctx, params)
		if err == nil {
			tasks[name], _ = result.(*a2a.Task)
		}
		return result, err
	}
	hook := a2a.PushConfig{ID: "hook-1", URL: "http://127.0.0.1:9/hook", Token: "interop-token"}
	length, blocking := 10, false
	run([]operation{
		{"card", func() (any, error) { return agentcard.DefaultResolver.Resolve(ctx, base) }},
		{"extended card", func() (any, error) { return client.GetAgentCard(ctx) }},
		{"send", func() (any, error) { return send("send", say("echo hello wörld 🌍", nil)) }},
		{"stream", func() (any, error) { return all(client.SendStreamingMessage(ctx, say("count", nil))) }},
		{"get", func() (any, error) {
			return client.GetTask(ctx, &a2a.TaskQueryParams{ID: tasks["send"].ID, HistoryLength: &length})
		}},
		{"question", func() (any, error) { return send("question", say("ask", nil)) }},
		{"push set", func() (any, error) {
			return client.SetTaskPushConfig(ctx, &a2a.TaskPushConfig{TaskID: tasks["question"].ID, Config: hook})
		}},
		{"push get", func() (any, error) {
			return client.GetTaskPushConfig(ctx, &a2a.GetTaskPushConfigParams{TaskID: tasks["question"].ID, ConfigID: hook.ID})
		}},
		{"push list", func() (any, error) {
			return client.ListTaskPushConfig(ctx, &a2a.ListTaskPushConfigParams{TaskID: tasks["question"].ID})
		}},
		{"push delete", func() (any, error) {
			return nil, client.DeleteTaskPushConfig(ctx, &a2a.DeleteTaskPushConfigParams{TaskID: tasks["question"].ID, ConfigID: hook.ID})
		}},
		{"subscribe", func() (any, error) {
			return subscribed(client.SendStreamingMessage(ctx, say("slow", nil)), isWorking, func(event a2a.Event) (any, error) {
				return all(client.ResubscribeToTask(ctx, &a2a.TaskIDParams{ID: event.TaskInfo().TaskID}))
			})
		}},
		{"cancel", func() (any, error) {
			if _, err := send("cancel", say("wait", &a2a.MessageSendConfig{Blocking: &blocking})); err != nil {
				return nil, err
			}
			return client.CancelTask(ctx, &a2a.TaskIDParams{ID: tasks["cancel"].ID})
		}},
		{"unknown task", func() (any, error) {
			return client.GetTask(ctx, &a2a.TaskQueryParams{ID: "00000000-0000-4000-8000-000000000000"})
		}},
	})
}

func isWorking(event a2a.Event) bool {
	update, isUpdate := event.(*a2a.TaskStatusUpdateEvent)
	return isUpdate && update.Status.State == a2a.TaskStateWorking
}
