import type { LoadPorts } from '#server/engine/define-node.ts'
import { toChoices } from './choices.ts'

type Asking<Values> = { credential: Values | undefined; ports: Pick<LoadPorts, 'listModels'> }

/** Fills a field of model names: with what the provider offers whoever has a key, else with those that are known. */
export function askForModels<Values>(
  provider: string,
  known: readonly string[],
  keyOf: (credential: Values) => string | undefined,
) {
  return async ({ credential, ports }: Asking<Values>) =>
    toChoices(credential ? await ports.listModels({ provider, apiKey: keyOf(credential) }) : known)
}
