import { AppError } from '#shared/errors.ts'

export function bedrockAddress(region: string): string {
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(region)) {
    throw new AppError('INVALID_FLOW', `"${region}" is not a region of AWS.`)
  }
  return `https://bedrock-runtime.${region}.amazonaws.com`
}

/** Joined into one text, which the adapter splits again. */
export function awsKey(credential: {
  awsKey: string
  awsSecret: string
  awsSession: string | undefined
}): string {
  return [credential.awsKey, credential.awsSecret, credential.awsSession ?? ''].join('\n')
}

export const awsRegions = [
  'us-east-1',
  'us-east-2',
  'us-west-2',
  'ca-central-1',
  'eu-central-1',
  'eu-north-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'ap-northeast-1',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'sa-east-1',
] as const
