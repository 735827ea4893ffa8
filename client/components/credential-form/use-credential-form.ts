import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { type Credential, UNCHANGED_SECRET } from '#shared/credentials.ts'
import { parseJson } from '#shared/json.ts'
import { useToasts } from '../toasts.tsx'
import type { CredentialKind } from './credential-kinds.ts'

export type OpenCredential = Credential & { plainDataObj: Record<string, unknown> }

type Args = {
  kind: CredentialKind
  /** The credential being edited; undefined for a new one. */
  credential: OpenCredential | undefined
  /**
   * The stored values cannot be decrypted, so all values are entered, tested and sent like those of a new
   * credential.
   */
  isLost: boolean
  onSaved: ((saved: Credential) => void) | undefined
  onDone: () => void
}

/** State of a credential form. Untouched fields are not sent. */
export function useCredentialForm({ kind, credential, isLost, onSaved, onDone }: Args) {
  const { form } = useTexts().credentials
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const before = credential && !isLost ? credential.plainDataObj : defaultsOf(kind)
  const [name, setName] = useState(credential?.name ?? kind.label)
  const [shared, setShared] = useState(credential?.shared ?? false)
  const [values, setValues] = useState(before)
  const [isChecked, setChecked] = useState(false)
  const test = trpc.credentials.test.useMutation()

  const onSuccess = async (saved: Credential) => {
    await utils.credentials.invalidate()
    if (onSaved) {
      onSaved(saved)
    } else {
      toasts.success(credential ? form.saved(saved.name) : form.added(saved.name))
    }
    onDone()
  }
  const create = trpc.credentials.create.useMutation({ onSuccess })
  const update = trpc.credentials.update.useMutation({ onSuccess })
  const issues = findIssues(kind, values, form)
  const changed = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value !== before[field] && value !== UNCHANGED_SECRET),
  )
  const isDirty =
    name !== (credential?.name ?? kind.label) ||
    shared !== (credential?.shared ?? false) ||
    Object.keys(changed).length > 0

  function setValue(field: string, value: unknown) {
    setValues((all) => ({ ...all, [field]: value }))
    test.reset()
  }

  function isRight(): boolean {
    setChecked(true)
    return Object.keys(issues).length === 0
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const isNamed = name.trim() !== ''
    if (isRight() && isNamed) {
      save()
    } else {
      const first = isNamed ? Object.keys(issues)[0] : 'name'
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    }
  }

  function save() {
    if (credential) {
      update.mutate({
        id: credential.id,
        name: name.trim(),
        ...((isLost || Object.keys(changed).length > 0) && { plainDataObj: changed }),
        ...(shared !== credential.shared && { shared }),
      })
    } else {
      create.mutate({ name: name.trim(), credentialName: kind.name, plainDataObj: changed, shared })
    }
  }

  function onTest() {
    if (isRight()) {
      test.mutate({
        ...(credential && !isLost && { id: credential.id }),
        credentialName: kind.name,
        plainDataObj: changed,
      })
    }
  }

  return {
    name,
    setName,
    shared,
    setShared,
    values,
    setValue,
    issueOf: (field: string) => (isChecked ? issues[field] : undefined),
    nameIssue: isChecked && name.trim() === '' ? form.required(form.name) : undefined,
    isDirty,
    isSaving: create.isPending || update.isPending,
    error: create.error ?? update.error,
    test,
    onSubmit,
    onTest,
  }
}

function defaultsOf({ inputs }: CredentialKind): Record<string, unknown> {
  const withDefault = inputs.filter((input) => input.default !== undefined)
  return Object.fromEntries(withDefault.map((input) => [input.name, input.default]))
}

type Words = { required: (field: string) => string; invalidJson: string }

function findIssues({ inputs }: CredentialKind, values: Record<string, unknown>, words: Words) {
  const issues: Record<string, string> = {}
  for (const { name, label, optional, type } of inputs) {
    const value = values[name] ?? ''
    if (value === '' && !optional && type !== 'boolean') {
      issues[name] = words.required(label)
    } else if (type === 'json' && value !== '' && !isJson(value)) {
      issues[name] = words.invalidJson
    }
  }
  return issues
}

function isJson(value: unknown): boolean {
  return typeof value !== 'string' || parseJson(value) !== undefined
}
