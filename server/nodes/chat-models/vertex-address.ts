import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'

export const vertexRegions = [
  'us-central1',
  'us-east1',
  'us-east4',
  'us-west1',
  'europe-west1',
  'europe-west2',
  'europe-west3',
  'europe-west4',
  'asia-northeast1',
  'asia-southeast1',
  'global',
] as const

type Credential = { googleApplicationCredential: string; projectID: string | undefined }

/** Throws INVALID_FLOW for an invalid region or project. */
export function vertexAddress(
  { googleApplicationCredential: keyFile, projectID }: Credential,
  region = 'us-central1',
  label = '',
): string {
  const project = projectID ?? projectIn(keyFile)
  if (!/^[a-z][\w:.-]*$/.test(project) || !/^[a-z]+(-[a-z]+\d+)?$/.test(region)) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: the credential must name a project, and the region must be one.`,
    )
  }
  const host = region === 'global' ? 'aiplatform.googleapis.com' : `${region}-aiplatform.googleapis.com`
  return `https://${host}/v1/projects/${project}/locations/${region}/publishers/google`
}

/** The project of a key file; '' if it names none. */
export function projectIn(keyFile: string): string {
  const account = parseJson(keyFile)
  return isRecord(account) && typeof account.project_id === 'string' ? account.project_id : ''
}
