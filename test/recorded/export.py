# One trace of two spans through the OTLP exporters of OpenTelemetry Python, with fixed ids and times.
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter as GrpcExporter
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter as HttpExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import IdGenerator
from opentelemetry.trace import Link, SpanContext, SpanKind, Status, StatusCode, TraceFlags, set_span_in_context

START = 1_794_733_200_000_000_001


class FixedIds(IdGenerator):
    def __init__(self):
        self.span_ids = iter([0x3A0BE5F49672F8A7, 0x5E0F6A1B2C3D4E5F])

    def generate_trace_id(self):
        return 0x0DB4076D6A20174A720AF586DC588C6C

    def generate_span_id(self):
        return next(self.span_ids)


def run(exporter):
    provider = TracerProvider(
        id_generator=FixedIds(),
        resource=Resource.create({"service.name": "support-api", "service.instance.id": "one", "host.cpus": 4}),
    )
    provider.add_span_processor(BatchSpanProcessor(exporter))
    tracer = provider.get_tracer("shop", "1.2.0", "https://opentelemetry.io/schemas/1.30.0", {"team": "care"})
    linked = SpanContext(0x6C9A9C69DDB297406E3E2380E347910E, 0x1D6628D5D6F67DFD, True, TraceFlags(1))
    root = tracer.start_span(
        "answer",
        kind=SpanKind.SERVER,
        start_time=START,
        links=[Link(linked, {"key": "invocation", "weight": 0.5})],
        attributes={
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": "a-model-without-a-price",
            "gen_ai.usage.input_tokens": 1200,
            "gen_ai.usage.output_tokens": 300,
            "order.number": 9_007_199_254_740_993,
            "order.lowest": -9_223_372_036_854_775_808,
            "share": 0.1,
            "unknown": float("nan"),
            "is_new": True,
            "greeting": "Grüße, 世界 🌍",
            "empty": "",
            "tags": ["a", "b"],
            "counts": [1, 2, 3],
        },
    )
    child = tracer.start_span(
        "find order",
        set_span_in_context(root),
        kind=SpanKind.CLIENT,
        start_time=START + 100_000_000,
        attributes={"ag.type.node": "tool", "ag.data.inputs": '@ag.type=json:{"order":17}'},
    )
    child.add_event(
        "exception",
        {"exception.type": "KeyError", "exception.message": "17", "attempt": 2},
        START + 299_871_203,
    )
    child.set_status(Status(StatusCode.ERROR, "no such order"))
    child.end(START + 300_000_000)
    root.set_status(Status(StatusCode.OK))
    root.end(START + 2_000_000_000)
    provider.shutdown()


run(HttpExporter(endpoint="http://127.0.0.1:4318/v1/traces", compression=Compression.Gzip))
run(GrpcExporter(endpoint="http://127.0.0.1:4317", insecure=True))
