type Credential = {
  azureOpenAIApiInstanceName: string
  azureOpenAIApiDeploymentName: string
  azureOpenAIApiVersion: string
  basePath: string | undefined
}

/**
 * The URL of a deployment with its `api-version`. `typed` overrides the base URL and does not contain the
 * deployment.
 */
export function azureAddress(credential: Credential, typed?: string): string {
  const { azureOpenAIApiInstanceName: instance, azureOpenAIApiDeploymentName: deployment } = credential
  const version = `?api-version=${encodeURIComponent(credential.azureOpenAIApiVersion)}`
  const ownAddress = `https://${instance}.openai.azure.com/openai/deployments/${deployment}`
  return (
    (typed ? `${typed.replace(/\/+$/, '')}/${deployment}` : (credential.basePath ?? ownAddress)) + version
  )
}
