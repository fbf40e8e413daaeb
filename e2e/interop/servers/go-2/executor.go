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

func waits(state a2a.TaskState) bool {
	return state == a2a.TaskStateInputRequired || state == a2a.TaskStateAuthRequired
}

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
		says := func(value string) *a2a.Message {
			return a2a.NewMessageForTask(a2a.MessageRoleAgent, request, a2a.NewTextPart(value))
		}

		if word == "direct" {
			yield(a2a.NewMessage(a2a.MessageRoleAgent, a2a.NewTextPart("direct answer")), nil)
			return
		}
		if task := request.StoredTask; task != nil && waits(task.Status.State) {
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
			become(a2a.TaskStateInputRequired, says("Which one?"))
		case "authorize":
			become(a2a.TaskStateAuthRequired, says("Who are you?"))
		case "fail":
			become(a2a.TaskStateFailed, says("It broke."))
		case "reject":
			become(a2a.TaskStateRejected, says("Not here."))
		case "file":
			file := a2a.NewRawPart([]byte("Lisbon"))
			file.Filename, file.MediaType = "lisbon.txt", "text/plain"
			finish(file)
		case "link":
			link := a2a.NewFileURLPart("https://lisbon.example/map.png", "image/png")
			link.Filename = "map.png"
			finish(link)
		case "data":
			finish(a2a.NewDataPart(map[string]any{"city": "Lisbon", "days": 3}))
		case "slow":
			time.Sleep(2500 * time.Millisecond)
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
