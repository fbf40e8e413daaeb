// a2a-go 2.x; the flag `compat` adds its 0.3 layer. JSON-RPC at /rpc, HTTP+JSON at /rest, gRPC on the second port.
package main

import (
	"context"
	"log"
	"net"
	"net/http"
	"os"
	"slices"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	grpcv0 "github.com/a2aproject/a2a-go/v2/a2agrpc/v0"
	grpcv1 "github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/push"
	"github.com/a2aproject/a2a-go/v2/a2asrv/taskstore"
	"google.golang.org/grpc"
)

func main() {
	address, grpcAddress := "127.0.0.1:"+os.Args[1], "127.0.0.1:"+os.Args[2]
	compat := slices.Contains(os.Args[3:], "compat")
	origin := "http://" + address
	ways := []*a2a.AgentInterface{
		a2a.NewAgentInterface(origin+"/rpc", a2a.TransportProtocolJSONRPC),
		a2a.NewAgentInterface(origin+"/rest", a2a.TransportProtocolHTTPJSON),
		a2a.NewAgentInterface(grpcAddress, a2a.TransportProtocolGRPC),
	}
	if compat {
		ways = append(ways,
			&a2a.AgentInterface{URL: origin + "/rpc03", ProtocolBinding: a2a.TransportProtocolJSONRPC, ProtocolVersion: a2av0.Version},
			&a2a.AgentInterface{URL: grpcAddress, ProtocolBinding: a2a.TransportProtocolGRPC, ProtocolVersion: a2av0.Version},
		)
	}
	card := &a2a.AgentCard{
		Name:                "Interop agent",
		Description:         "Answers as it is told to.",
		Version:             "1.0.0",
		SupportedInterfaces: ways,
		Capabilities:        a2a.AgentCapabilities{Streaming: true, PushNotifications: true},
		DefaultInputModes:   []string{"*/*"},
		DefaultOutputModes:  []string{"text/plain"},
		Skills: []a2a.AgentSkill{{
			ID: "interop", Name: "Interop", Description: "Echoes, counts, asks, waits.", Tags: []string{"test"},
		}},
	}
	handler := a2asrv.NewHandler(
		&interop{},
		a2asrv.WithPushNotifications(push.NewInMemoryStore(), push.NewHTTPPushSender(nil)),
		// Without a name for the user its task store refuses to list.
		a2asrv.WithTaskStore(taskstore.NewInMemory(&taskstore.InMemoryStoreConfig{
			Authenticator: func(context.Context) (string, error) { return "anyone", nil },
		})),
	)

	listener, err := net.Listen("tcp", grpcAddress)
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer()
	grpcv1.NewHandler(handler).RegisterWith(server)
	mux := http.NewServeMux()
	mux.Handle("/rpc", a2asrv.NewJSONRPCHandler(handler))
	mux.Handle("/rest/", http.StripPrefix("/rest", a2asrv.NewRESTHandler(handler)))
	producer := a2asrv.NewStaticAgentCardHandler(card)
	if compat {
		grpcv0.NewHandler(handler).RegisterWith(server)
		mux.Handle("/rpc03", a2av0.NewJSONRPCHandler(handler))
		producer = a2asrv.NewAgentCardHandler(a2av0.NewStaticAgentCardProducer(card))
	}
	mux.Handle(a2asrv.WellKnownAgentCardPath, producer)
	go func() { log.Fatal(server.Serve(listener)) }()
	log.Fatal(http.ListenAndServe(address, mux))
}
