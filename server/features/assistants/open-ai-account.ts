import type { OpenAiAccount, Ports } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

export type OpenCredential = (
  userId: string,
  ...named: Parameters<Ports['credential']>
) => ReturnType<Ports['credential']>

type Values = Readonly<Record<string, unknown>>
/** `deployment`: the model of an Azure credential, for assistants that name none. */
type Opened = { account: OpenAiAccount; deployment: string }

/**
 * The account of a user's own credential, at OpenAI or Azure as its kind says. Throws INVALID_FLOW for a shared
 * one: the usage of file search and code interpreter is unknown in advance, so no funds could be held for it.
 */
export async function openAiAccount(
  openCredential: OpenCredential,
  userId: string,
  credential: string,
): Promise<Opened> {
  const { values, platform, isAzure } = await openEither(openCredential, userId, credential)
  if (platform) {
    throw new AppError('INVALID_FLOW', 'An assistant needs an OpenAI or Azure OpenAI credential of your own.')
  }
  return isAzure ? azureAccount(values) : { account: openAiOf(values), deployment: '' }
}

async function openEither(openCredential: OpenCredential, userId: string, credential: string) {
  try {
    return { ...(await openCredential(userId, credential, 'openAIApi')), isAzure: false }
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') {
      return { ...(await openCredential(userId, credential, 'azureOpenAIApi')), isAzure: true }
    }
    throw error
  }
}

function openAiOf(values: Values): OpenAiAccount {
  return {
    provider: 'openai',
    apiKey: textOf(values.openAIApiKey),
    baseUrl: textOf(values.basePath) || undefined,
  }
}

/** Azure's v1 API needs no `api-version`: it names deployments as OpenAI names models. */
function azureAccount(values: Values): Opened {
  const basePath = textOf(values.basePath).trim()
  return {
    account: {
      provider: 'azure',
      apiKey: textOf(values.azureOpenAIApiKey),
      baseUrl:
        basePath === ''
          ? addressOf(textOf(values.azureOpenAIApiInstanceName).trim())
          : toVersionOne(basePath),
    },
    deployment: textOf(values.azureOpenAIApiDeploymentName),
  }
}

/** A name with a dot or a slash would send the key to another host. */
function addressOf(instance: string): string {
  if (!/^[a-z0-9][a-z0-9-]*$/i.test(instance)) {
    throw new AppError(
      'INVALID_FLOW',
      'The instance name of this Azure credential is not valid. Enter the part of its address before .openai.azure.com.',
    )
  }
  return `https://${instance}.openai.azure.com/openai/v1`
}

/** Base URLs of Azure credentials are those of a resource or of its deployments. */
function toVersionOne(basePath: string): string {
  const bare = basePath.replace(/\/+$/, '').replace(/\/openai(\/deployments(\/.*)?)?$/, '')
  return bare.endsWith('/v1') ? bare : `${bare}/openai/v1`
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
