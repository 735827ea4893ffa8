import type { Credential, NodeDefinition } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
import { type Kind, kindOf } from '#shared/kinds.ts'
import type { TemplateInput } from '#shared/nodes.ts'

type Catalogues = {
  kinds: ReadonlyMap<string, Credential>
  catalogue: ReadonlyMap<string, NodeDefinition>
}

export function createCredentialKinds({ kinds, catalogue }: Catalogues) {
  function describe({ name, label, version, description, inputs }: Credential) {
    const fields = Object.entries(inputs).map(
      ([inputName, input]) => ({ ...input, name: inputName }) as TemplateInput,
    )
    const serves = servedBy(name)
    return { name, label, version, ...(description && { description }), serves, inputs: fields }
  }

  function servedBy(name: string): Kind[] {
    const nodes = [...catalogue.values()].filter(({ credential }) => credential?.name === name)
    const classes = nodes.flatMap(({ outputs, baseClasses }) =>
      outputs ? Object.values(outputs).map((output) => output.baseClasses) : [baseClasses],
    )
    return [...new Set(classes.map(kindOf))]
  }

  function find(name: string): Credential {
    return kinds.get(name) ?? rejectKind(name)
  }

  return { find, list: () => [...kinds.values()].map(describe), get: (name: string) => describe(find(name)) }
}

function rejectKind(name: string): never {
  throw new AppError('INVALID_INPUT', `There is no kind of credential named ${name}.`)
}
