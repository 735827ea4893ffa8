import { parseJson, toRecord } from './json.ts'
import { type NodeTemplate, paramTypes, type TemplateInput } from './nodes.ts'

/** Settings of a component that is chosen in a field, such as the model of a step. */
export type ComponentConfig = Readonly<Record<string, unknown>>

/** Name under which flow files store the settings of the component chosen in the field `name`. */
export function configKey(name: string): string {
  return `${name}Config`
}

/** Settings are stored as an object, or as JSON text by older versions. */
export function readConfig(values: Readonly<Record<string, unknown>>, name: string): ComponentConfig {
  const stored = values[configKey(name)]
  return toRecord(typeof stored === 'string' ? parseJson(stored) : stored)
}

/** Settings of a component that has just been chosen in the field `name`: its defaults and, as in flow files, its name. */
export function newConfig(name: string, component: string, template: NodeTemplate | undefined) {
  const defaults = componentInputs(template).map((input) => [input.name, input.default ?? ''])
  return { ...Object.fromEntries(defaults), [name]: component }
}

/** The form of a component: its credential, then its fields. */
export function componentInputs(template: NodeTemplate | undefined): TemplateInput[] {
  const { credential, inputs = [] } = template ?? {}
  return [...(credential ? [credential] : []), ...inputs].filter(
    ({ type, hidden }) => paramTypes.has(type) && !hidden,
  )
}

/** Flow files store the id under two names; some have only one of them. */
export function configCredential({ FLOWISE_CREDENTIAL_ID: id, credential }: ComponentConfig) {
  return [id, credential].find((each): each is string => typeof each === 'string' && each !== '')
}

/** Ids of the credentials of all components chosen in a node's fields, also in rows of lists. */
export function credentialsInConfigs(inputs: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(inputs).flatMap(([name, stored]) => {
    const value = typeof stored === 'string' && /^\s*[[{]/.test(stored) ? parseJson(stored) : stored
    if (Array.isArray(value)) {
      return value.flatMap((row) => credentialsInConfigs(toRecord(row)))
    }
    return name.endsWith(configKey('')) ? (configCredential(toRecord(value)) ?? []) : []
  })
}

/** Names of all components chosen in a node's fields, also in rows of lists. */
export function componentsIn(inputs: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(inputs).flatMap(([name, stored]) => {
    const value = typeof stored === 'string' && /^\s*\[/.test(stored) ? parseJson(stored) : stored
    if (Array.isArray(value)) {
      return value.flatMap((row) => componentsIn(toRecord(row)))
    }
    return typeof value === 'string' && value !== '' && Object.hasOwn(inputs, configKey(name)) ? [value] : []
  })
}

export function withConfigCredential(config: ComponentConfig, id: string): ComponentConfig {
  return { ...config, credential: id, FLOWISE_CREDENTIAL_ID: id }
}
