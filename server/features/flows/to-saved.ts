import type { FlowRow } from './flows.table.ts'

export function toSaved({ flow, flowData }: { flow: FlowRow; flowData: string }) {
  return { ...flow, flowData }
}

/** Drops undefined fields. Clients send null for switches that were never touched. */
export function defined<Fields extends Record<string, unknown>>(fields: Fields) {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    present.map(([name, value]) => [
      name,
      value ?? (name === 'deployed' || name === 'isPublic' ? false : null),
    ]),
  ) as Partial<FlowRow>
}
