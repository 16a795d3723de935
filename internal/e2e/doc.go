// Package e2e tests toolverdict the way it is used: in the built distribution,
// run as a child process, over OTLP and with signals. Package inprocess below it
// runs a collector inside the test.
//
// TOOLVERDICT_COLLECTOR and TOOLVERDICT_COLLECTOR_FULL name the built collectors.
// Without them the tests build them first, which takes a few minutes.
package e2e
