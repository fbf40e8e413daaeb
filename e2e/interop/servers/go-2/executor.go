package main

import (
	"context"
	"iter"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

type interop struct{}

func (*interop) Execute(ctx context.Context, request *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		said := ""
		for _, part := range request.Message.Parts {
			said += part.Text()
		}
		word, rest, _ := strings.Cut(said, " ")
		become := func(state a2a.TaskState, message *a2a.Message) bool {
			return yield(a2a.NewStatusUpdateEvent(request, state, message), nil)
		}
		give := func(parts []*a2a.Part, appended, last bool) bool {
			event := a2a.NewArtifactUpdateEvent(request, "answer", parts...)
			event.Artifact.Name, event.Append, event.LastChunk = "answer", appended, last
			return yield(event, nil)
		}
		finish := func(parts ...*a2a.Part) bool {
			return give(parts, false, true) && become(a2a.TaskStateCompleted, nil)
		}

		if word == "direct" {
			yield(a2a.NewMessage(a2a.MessageRoleAgent, a2a.NewTextPart("direct answer")), nil)
			return
		}
		if request.StoredTask != nil && request.StoredTask.Status.State == a2a.TaskStateInputRequired {
			finish(a2a.NewTextPart("You chose: " + said))
			return
		}
		if request.StoredTask == nil && !yield(a2a.NewSubmittedTask(request, request.Message), nil) {
			return
		}
		if !become(a2a.TaskStateWorking, nil) {
			return
		}
		switch word {
		case "echo":
			finish(append([]*a2a.Part{a2a.NewTextPart("echo: " + rest)}, request.Message.Parts[1:]...)...)
		case "count":
			for index, chunk := range []string{"one ", "two ", "three"} {
				if !give([]*a2a.Part{a2a.NewTextPart(chunk)}, index > 0, index == 2) {
					return
				}
			}
			become(a2a.TaskStateCompleted, nil)
		case "ask":
			become(
				a2a.TaskStateInputRequired,
				a2a.NewMessageForTask(a2a.MessageRoleAgent, request, a2a.NewTextPart("Which one?")),
			)
		case "slow":
			time.Sleep(1500 * time.Millisecond)
			finish(a2a.NewTextPart("done slowly"))
		case "wait":
			select {
			case <-ctx.Done():
			case <-time.After(15 * time.Second):
			}
		}
	}
}

func (*interop) Cancel(ctx context.Context, request *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		yield(a2a.NewStatusUpdateEvent(request, a2a.TaskStateCanceled, nil), nil)
	}
}
