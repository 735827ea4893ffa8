import { isRecord } from '#shared/json.ts'

type Known = {
  catalogue: Iterable<{ inputs: Record<string, { type?: unknown }> }>
  credentialKinds: Iterable<{ inputs: Record<string, { type?: unknown }> }>
}

const secretTypes = new Set<unknown>(['password', 'credential'])
/** Password fields of this name exist, but so do the columns of every list of headers and parameters. */
const ordinaryNames = new Set(['key', 'value', 'name'])
/** Headers and fields of other services that hold a secret by their name. */
const secretName =
  /^(proxy-)?authori[sz]ation$|^(set-)?cookies?$|passw(or)?d|secret|credential|api[-_]?key|(access|auth|bearer|refresh|session|id)[-_]?token$|^x-.*(token|key)$|^token$/i

/**
 * Removes credentials, secrets of configurations and password fields from what anyone with the link can see of an
 * execution: fields of these names wherever they are, and the values of headers and parameters with such a name.
 */
export function createExecutionStripper({ catalogue, credentialKinds }: Known) {
  const names = new Set(
    [...catalogue, ...credentialKinds].flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([name, { type }]) =>
        secretTypes.has(type) && !ordinaryNames.has(name) ? [name] : [],
      ),
    ),
  )
  const isSecret = (name: string) => names.has(name) || secretName.test(name)

  function strip(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map(strip)
    }
    if (!isRecord(value) || value instanceof Date) {
      return typeof value === 'string' ? stripText(value) : value
    }
    // A row of headers or parameters.
    const { key = value.name } = value
    const isSecretRow = typeof key === 'string' && isSecret(key)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !(isSecret(name) || (isSecretRow && name === 'value')))
        .map(([name, each]) => [name, strip(each)]),
    )
  }

  /** Settings are also stored as JSON text. */
  function stripText(text: string): string {
    if (!/^\s*[[{]/.test(text)) {
      return text
    }
    try {
      const parsed: unknown = JSON.parse(text)
      const stripped = JSON.stringify(strip(parsed))
      return stripped === JSON.stringify(parsed) ? text : stripped
    } catch {
      return text
    }
  }

  return <Value>(value: Value): Value => strip(value) as Value
}
export type StripExecution = ReturnType<typeof createExecutionStripper>
