import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import type { Provider } from '../provider-model.ts'

/** Models in AWS. The key has two or three lines: access key, secret and an optional session token. */
export const provider: Provider = {
  optionsKey: 'bedrock',
  open({ baseUrl, apiKey, fetch }, { model }) {
    const [accessKeyId = '', secretAccessKey = '', sessionToken] = apiKey.split('\n')
    return createAmazonBedrock({
      baseURL: baseUrl,
      region: regionOf(baseUrl),
      accessKeyId,
      secretAccessKey,
      ...(sessionToken && { sessionToken }),
      // Without it the package would read a bearer token from this server's environment.
      apiKey: '',
      fetch,
    })(model)
  },
}

/** The request signature must name the region of the address. */
function regionOf(baseUrl: string) {
  return /bedrock-runtime\.([\w-]+)\.amazonaws\./.exec(baseUrl)?.[1] ?? 'us-east-1'
}
