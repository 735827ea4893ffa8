import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import type { Provider } from '../provider-model.ts'

/** Models in AWS. The key is three in one, in lines: access key, secret, and the session's where there is one. */
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
      // Without it the package would look for a bearer in this server's own environment.
      apiKey: '',
      fetch,
    })(model)
  },
}

/** A signature names the region its address stands in. */
function regionOf(baseUrl: string) {
  return /bedrock-runtime\.([\w-]+)\.amazonaws\./.exec(baseUrl)?.[1] ?? 'us-east-1'
}
