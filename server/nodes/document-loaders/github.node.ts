import { githubApi } from '#server/credentials/github-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { readList } from '#server/nodes/chat-models/read-settings.ts'
import { rejectSharedKey } from '#server/nodes/vector-stores/reject-shared-key.ts'
import { parseJson } from '#shared/json.ts'
import {
  currentPeriod,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { readRepository } from './read-repository.ts'

const more = { optional: true, additionalParams: true } as const
const defaultConcurrent = 4
const maxConcurrent = 16

type Call = LoaderCall & {
  isShared: boolean
  inputs: {
    readonly repoLink: string
    readonly branch: string
    readonly recursive: boolean | undefined
    readonly maxConcurrency: number | undefined
    readonly githubInstanceApi: string | undefined
    readonly ignorePath: string | undefined
  }
  credential: { readonly accessToken: string } | undefined
  ports: LoaderPorts
}

export const github = defineNode({
  name: 'github',
  label: 'GitHub',
  version: 3,
  category: 'Document Loaders',
  description: 'Reads the text files of a GitHub repository. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: githubApi,
  credentialOptional: true,

  inputs: {
    repoLink: { label: 'Repo Link', type: 'string', placeholder: 'https://github.com/owner/repository' },
    branch: { label: 'Branch', type: 'string', default: 'main' },
    recursive: { label: 'Recursive', type: 'boolean', description: 'Include subfolders.', optional: true },
    maxConcurrency: {
      label: 'Max Concurrency',
      type: 'number',
      description: 'Files requested at the same time.',
      step: 1,
      min: 1,
      ...more,
    },
    githubBaseUrl: {
      label: 'GitHub Base URL',
      type: 'string',
      description: 'Only for your own GitHub server.',
      placeholder: 'https://git.example.com',
      ...more,
    },
    githubInstanceApi: {
      label: 'GitHub Instance API',
      type: 'string',
      description: 'Only for your own GitHub server.',
      placeholder: 'https://git.example.com/api/v3',
      ...more,
    },
    ignorePath: {
      label: 'Ignore Paths',
      type: 'string',
      description: 'JSON list of paths to skip. * matches anything in a folder, ** any folders.',
      placeholder: '["*.test.ts", "docs/**"]',
      rows: 4,
      ...more,
    },
    maxRetries: { label: 'Max Retries', type: 'number', description: 'Legacy setting, no effect.', ...more },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { repoLink: link, branch, recursive = false, ignorePath, githubInstanceApi: api } = call.inputs
    if (api || !/^https:\/\/(www\.)?github\.com\//.test(link)) {
      rejectSharedKey(call)
    }
    const ignore = readPatterns(ignorePath)
    return makeSource(call, {
      key: JSON.stringify(['github', link, branch, recursive, ignore, api, currentPeriod(24)]),
      load: () =>
        readRepository(
          {
            link,
            branch,
            recursive,
            ignore,
            api,
            atATime: Math.min(call.inputs.maxConcurrency ?? defaultConcurrent, maxConcurrent),
            token: call.credential?.accessToken,
          },
          call.ports.fetch,
        ),
    })
  }),
})

function readPatterns(text: string | undefined): string[] {
  const list = parseJson(text ?? '[]')
  return Array.isArray(list) ? list.map(String) : list === undefined ? (readList(text) ?? []) : []
}
