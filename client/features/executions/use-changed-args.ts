import { useState } from 'react'
import type { AnswerWait } from '#shared/executions.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import type { StepWait } from '#shared/runs.ts'

export type ProposedCall = NonNullable<StepWait['calls']>[number]
type Json = ProposedCall['args']
type Problem = 'number' | 'json'
export type ArgField = {
  name: string
  type: 'text' | 'number' | 'boolean' | 'json'
  proposed: Json
  /** As it is typed. */
  text: string
  isChanged: boolean
  problem: Problem | undefined
  change(text: string): void
  reset(): void
}

/** Arguments of proposed calls, which a person may change before approving them. */
export function useChangedArgs(calls: readonly ProposedCall[]) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})

  function fieldsOf({ callId, args }: ProposedCall): ArgField[] {
    return Object.entries(isRecord(args) ? args : {}).map(([name, value]) => {
      const key = JSON.stringify([callId, name])
      const proposed = value as Json
      const type = typeOf(proposed)
      const text = texts[key] ?? textOf(proposed)
      const read = readText(type, text)
      return {
        ...{ name, type, proposed, text },
        isChanged: !('value' in read) || JSON.stringify(read.value) !== JSON.stringify(proposed),
        problem: 'problem' in read ? read.problem : undefined,
        change: (written) => setTexts((all) => ({ ...all, [key]: written })),
        reset: () => setTexts(({ [key]: _, ...others }) => others),
      }
    })
  }

  const fields = new Map(calls.map((call) => [call.callId, fieldsOf(call)]))
  const all = [...fields.values()].flat()

  /** Undefined without any change. */
  function changedArgs(): AnswerWait['changedArgs'] {
    const changed = calls.flatMap(({ callId, args }) => {
      const own = fields.get(callId)?.filter(({ isChanged }) => isChanged) ?? []
      const values = own.flatMap(({ name, type, text }) => {
        const read = readText(type, text)
        return 'value' in read ? [[name, read.value]] : []
      })
      return own.length > 0 && isRecord(args) ? [[callId, { ...args, ...Object.fromEntries(values) }]] : []
    })
    return changed.length > 0 ? Object.fromEntries(changed) : undefined
  }

  return {
    fieldsOf: (call: ProposedCall) => fields.get(call.callId) ?? [],
    changes: all.filter(({ isChanged }) => isChanged).length,
    hasProblem: all.some(({ problem }) => problem !== undefined),
    changedArgs,
  }
}

function typeOf(value: Json): ArgField['type'] {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return typeof value as 'number' | 'boolean'
  }
  return typeof value === 'string' ? 'text' : 'json'
}

export function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function readText(type: ArgField['type'], text: string): { value: Json } | { problem: Problem } {
  if (type === 'text') {
    return { value: text }
  }
  if (type === 'number') {
    const value = Number(text)
    return text.trim() !== '' && Number.isFinite(value) ? { value } : { problem: 'number' }
  }
  const value = parseJson(text) as Json | undefined
  return value === undefined ? { problem: 'json' } : { value }
}
