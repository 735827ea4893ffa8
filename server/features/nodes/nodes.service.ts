import type { z } from 'zod'
import type { LoadPorts, NodeDefinition } from '#server/engine/define-node.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import type { OpenedCredential } from '#server/engine/ports.ts'
import { valueOrDefault } from '#server/engine/read-inputs.ts'
import { rejectUnpaid } from '#server/engine/shared-credential.ts'
import { AppError } from '#shared/errors.ts'
import type { FetchLinks } from '#shared/fetch-links.ts'
import { overridableTypes } from '#shared/flow-providers.ts'
import { parseJson, toRecord } from '#shared/json.ts'
import { packSummaries } from '#shared/node-summaries.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import type { nodeConfigInput, OverridableField } from '#shared/override-list.ts'
import { openFormTool } from './open-form-tool.ts'
import { argumentsOf, createStepLists, type Option } from './step-lists.ts'

type Deps = {
  catalogue: ReadonlyMap<string, NodeDefinition>
  portsFor(userId: string): LoadPorts
  openCredential(userId: string, id: string, kind: string): Promise<OpenedCredential>
  listPages(crawl: { url: string; method: string; limit: number }, signal: AbortSignal): Promise<string[]>
}

/** On this timeout a crawl returns what it has found so far. */
const CRAWL_MS = 45_000

type LoadRequest = {
  name: string
  loadMethod: string
  inputs: Record<string, unknown>
  credential?: string | undefined
  previousNodes?: Record<string, unknown>[] | undefined
  currentNode?: Record<string, unknown> | undefined
}

export function createNodesService({ catalogue, portsFor, openCredential, listPages }: Deps) {
  const { templates, summaries } = describeCatalogue(catalogue)
  const stepLists = createStepLists(catalogue)

  function get(name: string) {
    return templates.find((template) => template.name === name) ?? rejectUnknown(name)
  }

  /** Unknown names are left out. */
  function find(names: readonly string[]) {
    const required = new Set(names)
    return templates.filter(({ name }) => required.has(name))
  }

  function config({ name, id = `${name}_0`, label }: z.output<typeof nodeConfigInput>): OverridableField[] {
    const template = get(name)
    return template.inputs
      .filter(({ type }) => overridableTypes.has(type))
      .map((input) => ({
        node: label ?? template.label,
        nodeId: id,
        label: input.label,
        name: input.name,
        type: input.type,
      }))
  }

  /** Options of a field. Throws the provider's error, so that the field can show it. */
  async function loadOptions(userId: string, request: LoadRequest): Promise<Option[]> {
    const { name, loadMethod, inputs, credential } = request
    const node = catalogue.get(name) ?? rejectUnknown(name)
    if (node.step) {
      return loadStepOptions(userId, request)
    }
    const load = node.loadMethods?.[loadMethod] ?? rejectUnknown(`${name}.${loadMethod}`)
    const kind = node.credential?.name
    const opened = credential && kind ? await openCredential(userId, credential, kind) : undefined
    if (opened?.platform) {
      rejectUnpaid(node, node.label)
    }
    const values = Object.entries(node.inputs).map(([key, input]) => [
      key,
      valueOrDefault(input, inputs[key]),
    ])
    // Typed inputs, such as a URL, must never be combined with a platform credential: its key would leak.
    const typed = opened?.platform ? {} : Object.fromEntries(values)
    return load({ credential: opened?.values, inputs: typed, ports: portsFor(userId) })
  }

  function loadStepOptions(userId: string, request: LoadRequest): Option[] | Promise<Option[]> {
    const { name, loadMethod, inputs, previousNodes = [], currentNode } = request
    const form = { ...inputs, ...toRecord(currentNode?.inputs) }
    if (loadMethod === 'listToolInputArgs') {
      return loadArguments(userId, form)
    }
    const list = Object.hasOwn(stepLists, loadMethod) ? stepLists[loadMethod] : undefined
    return (list ?? rejectUnknown(`${name}.${loadMethod}`))({ previousNodes, ports: portsFor(userId) })
  }

  /** Arguments of the tool that is chosen in a tool step. */
  async function loadArguments(userId: string, form: Record<string, unknown>): Promise<Option[]> {
    const { toolAgentflowSelectedTool: chosen, toolAgentflowSelectedToolConfig: stored } = form
    const node = typeof chosen === 'string' ? catalogue.get(chosen) : undefined
    if (!node?.baseClasses.includes('Tool')) {
      return []
    }
    const handle = await openFormTool({
      node,
      config: toRecord(typeof stored === 'string' ? parseJson(stored) : stored),
      ports: portsFor(userId),
      openCredential: (id, kind) => openCredential(userId, id, kind),
    })
    return [handle].flat().flatMap((tool) => argumentsOf(toRecord(tool).parameters))
  }

  async function fetchLinks(
    { url, relativeLinksMethod: method, limit }: FetchLinks,
    signal: AbortSignal | undefined,
  ) {
    const end = AbortSignal.timeout(CRAWL_MS)
    const links = await listPages({ url, method, limit }, signal ? AbortSignal.any([end, signal]) : end)
    return { status: 'OK' as const, links }
  }

  return { list: () => templates, summaries: () => summaries, get, find, config, loadOptions, fetchLinks }
}

type Described = { templates: NodeTemplate[]; summaries: ReturnType<typeof packSummaries> }

// A catalogue never changes, so it is described once for all services over it.
const described = new WeakMap<Deps['catalogue'], Described>()

function describeCatalogue(catalogue: Deps['catalogue']): Described {
  const known = described.get(catalogue)
  if (known) {
    return known
  }
  const templates = [...catalogue.values()].map(describeNode)
  const made = { templates, summaries: packSummaries(templates) }
  described.set(catalogue, made)
  return made
}

function rejectUnknown(name: string): never {
  throw new AppError('NOT_FOUND', `There is no node named ${name}.`)
}
