type Credential = {
  azureOpenAIApiInstanceName: string
  azureOpenAIApiDeploymentName: string
  azureOpenAIApiVersion: string
  basePath: string | undefined
}

/**
 * Where a deployment answers, its dated version at the end. `typed` is an address somebody typed over it, without the
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
