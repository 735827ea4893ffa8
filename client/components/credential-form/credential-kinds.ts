import { useCallback } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useNodeTexts } from '#client/texts/texts.tsx'
import { translateCredentialKind } from '#client/texts/translate-nodes.ts'
import type { Kind } from '#shared/kinds.ts'
import type { TemplateInput } from '#shared/nodes.ts'

export type CredentialKind = {
  name: string
  label: string
  description?: string | undefined
  serves: readonly Kind[]
  inputs: readonly TemplateInput[]
}

/** The kinds change only with the server's version. */
export function useKinds(enabled = true) {
  const language = useNodeTexts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another selection
  const select = useCallback((kinds: CredentialKind[]) => kinds.map(translateCredentialKind), [language])
  return trpc.credentials.kinds.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
    select,
  })
}

/** A kind this server does not have still gets a row. */
export function kindNamed(kinds: readonly CredentialKind[], name: string): CredentialKind {
  return kinds.find((kind) => kind.name === name) ?? { name, label: name, serves: [], inputs: [] }
}
