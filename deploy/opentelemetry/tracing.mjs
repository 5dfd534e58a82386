// Records the spans of Quatrain and sends them with OTLP over HTTP. Loaded by Node.js before the program:
//
//   NODE_OPTIONS=--import=/etc/quatrain/tracing/tracing.mjs
//   OTEL_SERVICE_NAME=quatrain-console
//   OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318
//
// Its packages stand beside it; see docs/monitoring.md.
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
propagation.setGlobalPropagator(new W3CTraceContextPropagator())
const provider = new TracerProvider({
  resource: defaultResource().merge(detectResources({ detectors: [envDetector] })),
  spanProcessors: [
    new BatchSpanProcessor({
      exporter: new OTLPTraceExporter(),
      scheduledDelayMillis: Number(process.env.OTEL_BSP_SCHEDULE_DELAY ?? 5000),
    }),
  ],
})
trace.setGlobalTracerProvider(provider)

// The last spans leave within the time that the program takes to stop.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void provider.forceFlush())
