import { z } from 'zod'
import type { Destination } from '#server/ports/traces.ts'
import { samplerNames } from './sampler.ts'

// OpenTelemetry's standard environment variables, as far as they concern what this server exports.

/** `key=value,key=value`, values percent-encoded. */
const pairs = z
  .string()
  .regex(/^(\s*[^=,\s]+\s*=[^,]*(,|$))*$/, 'must be key=value pairs with commas between them')
  .default('')
  .transform((text, context) => {
    try {
      const entries = text.split(',').filter((pair) => pair.trim() !== '')
      return Object.fromEntries(
        entries.map((pair) => {
          const at = pair.indexOf('=')
          return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
        }),
      )
    } catch {
      context.addIssue({ code: 'custom', message: 'contains invalid percent-encoding' })
      return z.NEVER
    }
  })

const url = z.url({ protocol: /^https?$/ }).optional()
const milliseconds = (ms: string) => z.coerce.number<string>().int().min(1).max(3_600_000).default(Number(ms))
/** A collector takes JSON at the same port and path as Protobuf over HTTP. */
const protocol = z.literal('http/json', 'must be http/json').optional()

export const otelShape = {
  OTEL_SDK_DISABLED: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds('10000'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds('60000'),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: z.enum(samplerNames).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number<string>().min(0).max(1).default(1),
}
const otelSchema = z.object(otelShape)
type OtelEnv = z.infer<typeof otelSchema>

export type OtelSettings = {
  traces: Destination | undefined
  metrics: Destination | undefined
  timeoutMs: number
  metricsEveryMs: number
  resource: Readonly<Record<string, string>>
  sampler: OtelEnv['OTEL_TRACES_SAMPLER']
  ratio: number
}

/** Undefined when nothing is exported, so that nothing is loaded. */
export function readOtel(env: OtelEnv): OtelSettings | undefined {
  const traces = env.OTEL_TRACES_EXPORTER === 'none' ? undefined : destinationOf(env, 'TRACES', '/v1/traces')
  const metrics =
    env.OTEL_METRICS_EXPORTER === 'none' ? undefined : destinationOf(env, 'METRICS', '/v1/metrics')
  if (env.OTEL_SDK_DISABLED || !(traces || metrics)) {
    return undefined
  }
  const { OTEL_RESOURCE_ATTRIBUTES: resource, OTEL_SERVICE_NAME: name } = env
  return {
    traces,
    metrics,
    timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
    metricsEveryMs: env.OTEL_METRIC_EXPORT_INTERVAL,
    resource: { 'service.name': 'flowtill', ...resource, ...(name && { 'service.name': name }) },
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** The endpoint of one signal is used as it is; the common one is a base. */
function destinationOf(env: OtelEnv, signal: 'TRACES' | 'METRICS', path: string): Destination | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const target = env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ?? (base && base.replace(/\/+$/, '') + path)
  const headers = { ...env.OTEL_EXPORTER_OTLP_HEADERS, ...env[`OTEL_EXPORTER_OTLP_${signal}_HEADERS`] }
  return target === undefined ? undefined : { url: target, headers }
}
