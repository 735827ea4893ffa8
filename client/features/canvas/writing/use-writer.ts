import { useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { useTemplate } from '#client/components/use-load-templates.ts'
import { matching, useStorage } from '#client/components/use-storage.ts'
import { credentialOf } from '#shared/flow-file.ts'
import { type FollowUpProvider, followUpNames, followUpProviders } from '#shared/flow-providers.ts'
import { isRecord } from '#shared/json.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { type ModelChoice, missingFieldOf, modelChoiceSchema, noModelChosen } from '#shared/writing.ts'
import { useSync } from '../draft/draft.ts'
import type { Graph, GraphNode } from '../graph/flow-graph.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

type State = 'idle' | 'writing' | 'stopped' | 'unsaved'

/** Asks a model to write, one request at a time. A stopped request is charged for what was received. */
export function useWriter<Result>(generate: (flowId: string, signal: AbortSignal) => Promise<Result>) {
  const store = useCanvasStore()
  const sync = useSync()
  const utils = trpc.useUtils()
  const [state, setState] = useState<State>('idle')
  const [result, setResult] = useState<Result>()
  const [problem, setProblem] = useState<unknown>()
  const going = useRef<AbortController>(undefined)
  useEffect(() => () => going.current?.abort(), [])

  /** Requests belong to a flow, so a new flow is saved first. */
  async function flowId() {
    if (!store.getState().saved) {
      store.getState().flushDrafts()
      await sync.send()
    }
    return store.getState().saved?.id
  }

  async function generateOnce(signal: AbortSignal): Promise<State> {
    const id = await flowId()
    if (id === undefined) {
      return 'unsaved'
    }
    signal.throwIfAborted()
    setResult(await generate(id, signal))
    return 'idle'
  }

  async function write(): Promise<boolean> {
    const requested = new AbortController()
    const { signal } = requested
    going.current = requested
    setState('writing')
    setProblem(undefined)
    const ended = await generateOnce(signal).catch((error: unknown): State => {
      setProblem(signal.aborted ? undefined : error)
      return signal.aborted ? 'stopped' : 'idle'
    })
    setState(ended)
    void utils.wallet.get.invalidate()
    return ended === 'idle'
  }

  return {
    state,
    result,
    problem,
    write,
    stop: () => going.current?.abort(),
    /** Discards the result. */
    clear: () => setResult(undefined),
  }
}

const isRemembered = matching(z.object({ flowId: z.string(), choice: modelChoiceSchema }))
const nothingYet = { flowId: '', choice: noModelChosen }

/**
 * The model that writes: the one chosen before for this flow, else one a node of the canvas uses, else the default model.
 * Another choice starts from the last one made anywhere, with the user's credential if only one fits.
 */
export function useModelChoice() {
  const store = useCanvasStore()
  const [remembered, setRemembered] = useStorage('ai-help.model', nothingYet, isRemembered)
  /** A provider alone means its default model. */
  const [edited, setEdited] = useState<ModelChoice | FollowUpProvider>()
  const [own, setOwn] = useState<boolean>()
  const { first, isOwn } = useMemo(() => {
    const { saved, graph } = store.getState()
    const { flowId, choice } = remembered
    const last = missingFieldOf(choice) === undefined ? choice : undefined
    const mine = saved && flowId === saved.id ? last : undefined
    const known = mine ?? choiceOnCanvas(graph)
    return { first: known ?? last ?? noModelChosen.provider, isOwn: known !== undefined }
  }, [store, remembered])
  const latest = edited ?? first
  const isDefault = typeof latest === 'string'
  const { node, credential: kind } = followUpProviders[isDefault ? latest : latest.provider]
  const template = useTemplate(node, isDefault)
  const initial = isDefault ? choiceOfProvider(latest, template) : latest
  const { data } = trpc.credentials.list.useQuery({ credentialName: [kind] }, { staleTime: 0 })
  const [only, ...more] = data ?? []
  const choice =
    initial.credentialId === '' && only && more.length === 0 ? { ...initial, credentialId: only.id } : initial

  const usesDefault = !(own ?? isOwn)

  return {
    choice,
    /** The chosen model; undefined is the default model. */
    model: usesDefault ? undefined : choice,
    usesDefault,
    setUsesDefault: (uses: boolean) => setOwn(!uses),
    /** The field that is still empty. */
    missing: usesDefault ? undefined : missingFieldOf(choice),
    setProvider: (provider: FollowUpProvider) => setEdited(provider),
    change: (change: Partial<ModelChoice>) => setEdited({ ...choice, ...change }),
    remember: (flowId: string) => setRemembered(usesDefault ? nothingYet : { flowId, choice }),
  }
}

type Bag = Readonly<Record<string, unknown>>

/** Steps store the model's name in a field and its settings beside it. */
const modelFields = ['llmModel', 'agentModel', 'conditionAgentModel', 'humanInputModel']

/** The model of the first node on the canvas that has a credential; undefined when there is none. */
export function choiceOnCanvas({ nodes }: Graph): ModelChoice | undefined {
  for (const node of nodes.values()) {
    const found = [ownChoice(node), ...modelFields.map((field) => stepChoice(node, field))].find(Boolean)
    if (found) {
      return found
    }
  }
  return undefined
}

function ownChoice({ data }: GraphNode) {
  return choiceOf(data.name, data.inputs, credentialOf(data))
}

function stepChoice({ data: { inputs } }: GraphNode, field: string) {
  const form = inputs[`${field}Config`]
  return isRecord(form) ? choiceOf(inputs[field], form, undefined) : undefined
}

function choiceOf(name: unknown, inputs: Bag, credential: unknown): ModelChoice | undefined {
  const provider = followUpNames.find((word) => followUpProviders[word].node === name)
  const credentialId = [credential, inputs.FLOWISE_CREDENTIAL_ID, inputs.credential].map(textOf).find(Boolean)
  const modelName = textOf(inputs.modelName)
  return provider && credentialId && modelName
    ? { provider, credentialId, modelName, baseUrl: provider === 'ollama' ? textOf(inputs.baseUrl) : '' }
    : undefined
}

/** A provider with the default model of its template. */
export function choiceOfProvider(
  provider: FollowUpProvider,
  template: NodeTemplate | undefined,
): ModelChoice {
  const input = template?.inputs.find(({ name }) => name === 'modelName')
  return { ...noModelChosen, provider, modelName: textOf(input?.default) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' && !value.includes('{{') ? value.trim() : ''
}
