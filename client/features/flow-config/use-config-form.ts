import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import {
  type ConfigSection,
  type FlowConfig,
  type FlowSections,
  flowSections,
} from '#shared/flow-sections.ts'

type Drafts = Partial<FlowSections>
type Issues = Record<string, string>

/**
 * Draft per section of a flow's settings. Validation errors appear for touched fields only, and for all fields on
 * save.
 */
export function useConfigForm(id: string) {
  const utils = trpc.useUtils()
  // Others may have changed the settings meanwhile, so the cache is never used.
  const query = trpc.flows.config.useQuery({ id }, { gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  const saving = trpc.flows.saveConfig.useMutation()
  const [drafts, setDrafts] = useState<Drafts>({})
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState<ReadonlySet<ConfigSection>>(new Set())
  const [lastSaved, setLastSaved] = useState<ConfigSection>()
  const saved = query.data?.sections

  function currentOf<Section extends ConfigSection>(config: FlowConfig, section: Section) {
    return (drafts[section] ?? config.sections[section]) as FlowSections[Section]
  }

  function edit<Section extends ConfigSection>(section: Section, value: FlowSections[Section]) {
    const isBack = JSON.stringify(value) === JSON.stringify(saved?.[section])
    setLastSaved(undefined)
    setDrafts((before) => ({ ...before, [section]: isBack ? undefined : value }))
  }

  function discard(section: ConfigSection) {
    setDrafts((before) => ({ ...before, [section]: undefined }))
    setTried((before) => without(before, section))
    setTouched((before) => new Set([...before].filter((path) => !path.startsWith(`${section}.`))))
    saving.reset()
  }

  /** Returns false when the section has issues, which are then displayed. */
  async function save(section: ConfigSection): Promise<boolean> {
    const value = drafts[section]
    if (value === undefined) {
      return true
    }
    if (Object.keys(issuesIn(section, value)).length > 0) {
      setTried((before) => new Set([...before, section]))
      return false
    }
    const input = { id, section, value } as Parameters<typeof saving.mutateAsync>[0]
    const config = await saving.mutateAsync(input).catch(() => undefined)
    if (config) {
      utils.flows.config.setData({ id }, config)
      // Edits made during the request stay unsaved.
      setDrafts((before) => ({
        ...before,
        [section]: before[section] === value ? undefined : before[section],
      }))
      setTried((before) => without(before, section))
      setLastSaved(section)
      void utils.flows.get.invalidate({ id })
      // The chat beside the canvas depends on these settings.
      void utils.chatbot.offers.invalidate({ flowId: id })
    }
    return config !== undefined
  }

  function issuesOf(section: ConfigSection): (path: string) => string | undefined {
    const value = drafts[section]
    const issues = value === undefined ? {} : issuesIn(section, value)
    return (path) => (tried.has(section) || touched.has(`${section}.${path}`) ? issues[path] : undefined)
  }

  return {
    query,
    currentOf,
    edit,
    discard,
    save,
    issuesOf,
    touch: (section: ConfigSection, path: string) =>
      setTouched((before) => new Set([...before, `${section}.${path}`])),
    isDirty: (section: ConfigSection) => drafts[section] !== undefined,
    dirty: (Object.keys(drafts) as ConfigSection[]).filter((section) => drafts[section] !== undefined),
    lastSaved,
    isSaving: saving.isPending,
    error: saving.error,
    forgetError: saving.reset,
  }
}

export type ConfigForm = ReturnType<typeof useConfigForm>

function issuesIn(section: ConfigSection, value: unknown): Issues {
  const { error } = flowSections[section].safeParse(value)
  const issues = (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
  return Object.fromEntries(issues.toReversed())
}

function without<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  return new Set([...set].filter((each) => each !== value))
}
