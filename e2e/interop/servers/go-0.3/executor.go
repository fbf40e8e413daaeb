package main

import (
	"context"
	"encoding/base64"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2asrv"
	"github.com/a2aproject/a2a-go/a2asrv/eventqueue"
)

type interop struct{}

func waits(state a2a.TaskState) bool {
	return state == a2a.TaskStateInputRequired || state == a2a.TaskStateAuthRequired
}

func (*interop) Execute(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
	said := ""
	for _, part := range request.Message.Parts {
		if text, ok := part.(a2a.TextPart); ok {
			said += text.Text
		}
	}
	word, rest, _ := strings.Cut(said, " ")
	text := func(value string) a2a.Part { return a2a.TextPart{Text: value} }
	become := func(state a2a.TaskState, message *a2a.Message) error {
		event := a2a.NewStatusUpdateEvent(request, state, message)
		event.Final = state != a2a.TaskStateWorking
		return queue.Write(ctx, event)
	}
	give := func(parts []a2a.Part, appended, last bool) error {
		event := a2a.NewArtifactUpdateEvent(request, "answer", parts...)
		event.Artifact.Name, event.Append, event.LastChunk = "answer", appended, last
		return queue.Write(ctx, event)
	}
	finish := func(parts ...a2a.Part) error {
		if err := give(parts, false, true); err != nil {
			return err
		}
		return become(a2a.TaskStateCompleted, nil)
	}
	says := func(value string) *a2a.Message {
		return a2a.NewMessageForTask(a2a.MessageRoleAgent, request, text(value))
	}

	if word == "direct" {
		return queue.Write(ctx, a2a.NewMessage(a2a.MessageRoleAgent, text("direct answer")))
	}
	if task := request.StoredTask; task != nil && waits(task.Status.State) {
		return finish(text("You chose: " + said))
	}
	if request.StoredTask == nil {
		if err := queue.Write(ctx, a2a.NewSubmittedTask(request, request.Message)); err != nil {
			return err
		}
	}
	if err := become(a2a.TaskStateWorking, nil); err != nil {
		return err
	}
	switch word {
	case "echo":
		return finish(append([]a2a.Part{text("echo: " + rest)}, request.Message.Parts[1:]...)...)
	case "count":
		for index, chunk := range []string{"one ", "two ", "three"} {
			if err := give([]a2a.Part{text(chunk)}, index > 0, index == 2); err != nil {
				return err
			}
		}
		return become(a2a.TaskStateCompleted, nil)
	case "ask":
		return become(a2a.TaskStateInputRequired, says("Which one?"))
	case "authorize":
		return become(a2a.TaskStateAuthRequired, says("Who are you?"))
	case "fail":
		return become(a2a.TaskStateFailed, says("It broke."))
	case "reject":
		return become(a2a.TaskStateRejected, says("Not here."))
	case "file":
		meta := a2a.FileMeta{Name: "lisbon.txt", MimeType: "text/plain"}
		bytes := base64.StdEncoding.EncodeToString([]byte("Lisbon"))
		return finish(a2a.FilePart{File: a2a.FileBytes{FileMeta: meta, Bytes: bytes}})
	case "link":
		meta := a2a.FileMeta{Name: "map.png", MimeType: "image/png"}
		return finish(a2a.FilePart{File: a2a.FileURI{FileMeta: meta, URI: "https://lisbon.example/map.png"}})
	case "data":
		return finish(a2a.DataPart{Data: map[string]any{"city": "Lisbon", "days": 3}})
	case "slow":
		time.Sleep(2500 * time.Millisecond)
		return finish(text("done slowly"))
	case "wait":
		select {
		case <-ctx.Done():
		case <-time.After(15 * time.Second):
		}
		return ctx.Err()
	}
	return nil
}

func (*interop) Cancel(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
	event := a2a.NewStatusUpdateEvent(request, a2a.TaskStateCanceled, nil)
	event.Final = true
	return queue.Write(ctx, event)
}
