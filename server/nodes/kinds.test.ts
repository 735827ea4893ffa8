import { expect, test } from 'vitest'
import { describeNode } from '#server/engine/describe-node.ts'
import { kindOf } from '#shared/kinds.ts'
import { paramTypes } from '#shared/nodes.ts'
import { catalogue } from './catalogue.ts'

const templates = [...catalogue.values()].map(describeNode)

test('every node output has a specific kind; of components, only a note has no output', () => {
  const ports = templates.flatMap(({ name, baseClasses, outputs }) =>
    (outputs?.length ? outputs : [{ baseClasses }]).map((output) => ({
      name,
      kind: kindOf(output.baseClasses),
    })),
  )

  // Steps have handles of their own, or nothing can follow them.
  const others = ports.filter(({ name }) => !catalogue.get(name)?.step)
  expect(others.filter(({ kind }) => kind === 'any').map(({ name }) => name)).toEqual([
    'stickyNote',
    'stickyNoteAgentflow',
  ])
  expect(new Set(ports.map(({ kind }) => kind)).size).toBeGreaterThan(8)
})

test('every node input has one kind, shared by all classes it accepts', () => {
  const anchors = templates.flatMap(({ name, inputs }) =>
    inputs.filter(isAnchor).map(({ name: input, type }) => ({
      port: `${name}.${input}`,
      classes: type.split('|').map((each) => each.trim()),
    })),
  )
  expect(anchors.length).toBeGreaterThan(100)

  for (const { port, classes } of anchors) {
    expect(kindOf(classes), port).not.toBe('any')
    // All classes of a port must be of one kind, or its colour would depend on their order.
    expect(new Set(classes.map((each) => kindOf([each]))).size, port).toBe(1)
  }
})

test('the tools of LlamaIndex are tools', () => {
  expect(kindOf(catalogue.get('queryEngineToolLlamaIndex')?.baseClasses ?? [])).toBe('tool')
})

function isAnchor({ type }: { type: string }) {
  return !paramTypes.has(type)
}
