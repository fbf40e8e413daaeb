// a2a-go 0.3: JSON-RPC at /rpc, gRPC on the second port.
package main

import (
	"log"
	"net"
	"net/http"
	"os"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2agrpc"
	"github.com/a2aproject/a2a-go/a2asrv"
	"github.com/a2aproject/a2a-go/a2asrv/push"
	"google.golang.org/grpc"
)

func main() {
	address, grpcAddress := "127.0.0.1:"+os.Args[1], "127.0.0.1:"+os.Args[2]
	rpc := "http://" + address + "/rpc"
	card := &a2a.AgentCard{
		Name:               "Interop agent",
		Description:        "Answers as it is told to.",
		Version:            "1.0.0",
		ProtocolVersion:    "0.3.0",
		URL:                rpc,
		PreferredTransport: a2a.TransportProtocolJSONRPC,
		AdditionalInterfaces: []a2a.AgentInterface{
			{URL: rpc, Transport: a2a.TransportProtocolJSONRPC},
			{URL: grpcAddress, Transport: a2a.TransportProtocolGRPC},
		},
		Capabilities:       a2a.AgentCapabilities{Streaming: true, PushNotifications: true},
		DefaultInputModes:  []string{"*/*"},
		DefaultOutputModes: []string{"text/plain"},
		Skills: []a2a.AgentSkill{{
			ID: "interop", Name: "Interop", Description: "Echoes, counts, asks, waits.", Tags: []string{"test"},
		}},
	}
	handler := a2asrv.NewHandler(
		&interop{},
		a2asrv.WithPushNotifications(push.NewInMemoryStore(), push.NewHTTPPushSender(nil)),
	)

	listener, err := net.Listen("tcp", grpcAddress)
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer()
	a2agrpc.NewHandler(handler).RegisterWith(server)
	go func() { log.Fatal(server.Serve(listener)) }()

	mux := http.NewServeMux()
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(card))
	mux.Handle("/rpc", a2asrv.NewJSONRPCHandler(handler))
	log.Fatal(http.ListenAndServe(address, mux))
}
