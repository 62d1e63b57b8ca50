// One trace of two spans through the OTLP exporters of OpenTelemetry Go, with fixed ids and times.
package main

import (
	"context"
	"math"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

const start = 1_794_733_200_000_000_001

func at(after time.Duration) time.Time { return time.Unix(0, start).Add(after) }

type fixedIds struct{ spans []string }

func (ids *fixedIds) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	id, _ := trace.TraceIDFromHex("0db4076d6a20174a720af586dc588c6c")
	return id, ids.NewSpanID(ctx, id)
}

func (ids *fixedIds) NewSpanID(context.Context, trace.TraceID) trace.SpanID {
	id, _ := trace.SpanIDFromHex(ids.spans[0])
	ids.spans = ids.spans[1:]
	return id
}

func run(exporter *otlptrace.Exporter, err error) {
	if err != nil {
		panic(err)
	}
	provider := sdk.NewTracerProvider(
		sdk.WithBatcher(exporter),
		sdk.WithIDGenerator(&fixedIds{[]string{"3a0be5f49672f8a7", "5e0f6a1b2c3d4e5f"}}),
		sdk.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "support-api"),
			attribute.String("service.instance.id", "one"), attribute.Int("host.cpus", 4))),
	)
	tracer := provider.Tracer("shop",
		trace.WithInstrumentationVersion("1.2.0"),
		trace.WithSchemaURL("https://opentelemetry.io/schemas/1.30.0"),
		trace.WithInstrumentationAttributes(attribute.String("team", "care")))
	linkedTrace, _ := trace.TraceIDFromHex("6c9a9c69ddb297406e3e2380e347910e")
	linkedSpan, _ := trace.SpanIDFromHex("1d6628d5d6f67dfd")
	linked := trace.NewSpanContext(trace.SpanContextConfig{
		TraceID: linkedTrace, SpanID: linkedSpan, TraceFlags: trace.FlagsSampled, Remote: true})
	ctx, root := tracer.Start(context.Background(), "answer",
		trace.WithSpanKind(trace.SpanKindServer),
		trace.WithTimestamp(at(0)),
		trace.WithLinks(trace.Link{SpanContext: linked, Attributes: []attribute.KeyValue{
			attribute.String("key", "invocation"), attribute.Float64("weight", 0.5)}}),
		trace.WithAttributes(
			attribute.String("gen_ai.operation.name", "chat"),
			attribute.String("gen_ai.request.model", "a-model-without-a-price"),
			attribute.Int("gen_ai.usage.input_tokens", 1200),
			attribute.Int("gen_ai.usage.output_tokens", 300),
			attribute.Int64("order.number", 9_007_199_254_740_993),
			attribute.Int64("order.lowest", math.MinInt64),
			attribute.Float64("share", 0.1),
			attribute.Float64("unknown", math.NaN()),
			attribute.Bool("is_new", true),
			attribute.String("greeting", "Grüße, 世界 🌍"),
			attribute.String("empty", ""),
			attribute.StringSlice("tags", []string{"a", "b"}),
			attribute.IntSlice("counts", []int{1, 2, 3})))
	_, child := tracer.Start(ctx, "find order",
		trace.WithSpanKind(trace.SpanKindClient),
		trace.WithTimestamp(at(100*time.Millisecond)),
		trace.WithAttributes(
			attribute.String("ag.type.node", "tool"),
			attribute.String("ag.data.inputs", `@ag.type=json:{"order":17}`)))
	child.AddEvent("exception", trace.WithTimestamp(at(299_871_203)), trace.WithAttributes(
		attribute.String("exception.type", "KeyError"),
		attribute.String("exception.message", "17"),
		attribute.Int("attempt", 2)))
	child.SetStatus(codes.Error, "no such order")
	child.End(trace.WithTimestamp(at(300 * time.Millisecond)))
	root.SetStatus(codes.Ok, "")
	root.End(trace.WithTimestamp(at(2 * time.Second)))
	if err := provider.Shutdown(context.Background()); err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	run(otlptracehttp.New(ctx, otlptracehttp.WithEndpoint("127.0.0.1:4318"), otlptracehttp.WithInsecure()))
	run(otlptracegrpc.New(ctx, otlptracegrpc.WithEndpoint("127.0.0.1:4317"), otlptracegrpc.WithInsecure(),
		otlptracegrpc.WithCompressor("gzip")))
}
