// What the clients of both versions have in common: operations one after another, a line of JSON for each.
package main

import (
	"encoding/json"
	"fmt"
	"iter"
	"sync"
)

type operation struct {
	name string
	act  func() (any, error)
}

// What each returned, or why not, as JSON whose members are in one order.
func run(operations []operation) {
	for _, each := range operations {
		outcome := map[string]any{}
		if returned, err := each.act(); err != nil {
			outcome["refused"] = err.Error()
		} else {
			outcome["returned"] = plain(returned)
		}
		said, _ := json.Marshal(outcome)
		fmt.Printf("{\"operation\":%q,%s\n", each.name, said[1:])
	}
}

func plain(value any) any {
	said, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	var read any
	_ = json.Unmarshal(said, &read)
	return read
}

func all[T any](stream iter.Seq2[T, error]) (any, error) {
	events := []any{}
	for event, err := range stream {
		if err != nil {
			return nil, err
		}
		events = append(events, event)
	}
	return events, nil
}

// The events of a task's stream, and of another that is opened once the task is at work.
func subscribed[T any](stream iter.Seq2[T, error], atWork func(T) bool, subscribe func(T) (any, error)) (any, error) {
	events := []any{}
	var other any
	var otherErr error
	var begun bool
	var wait sync.WaitGroup
	for event, err := range stream {
		if err != nil {
			return nil, err
		}
		events = append(events, event)
		if atWork(event) && !begun {
			begun = true
			wait.Go(func() { other, otherErr = subscribe(event) })
		}
	}
	wait.Wait()
	return map[string]any{"stream": events, "subscribed": other}, otherErr
}
