import { expect, test } from 'vitest'
import { canBeTried } from '../fields/code-field.tsx'
import { declaredIn, namesIn, toRun } from './try-values.ts'

test('what a program names and has to be given is found once each; variables of the house and tools are not asked for', () => {
  const code =
    'const a = $name + $flow.input\nreturn $flow.state.count + $name + $vars.city + $tools.x.call({})'

  expect(namesIn(code)).toEqual(['$name', '$flow.input', '$flow.state.count'])
  expect(namesIn('return $flow')).toEqual([])
})

test('a node says what it hands over as an object, as its JSON text, or in rows of an agent’s step', () => {
  expect(declaredIn({ functionInputVariables: '{"name":"{{question}}","most":3}' })).toEqual({
    $name: '{{question}}',
    $most: '3',
  })
  expect(declaredIn({ functionInputVariables: { name: 'Ada' } })).toEqual({ $name: 'Ada' })
  expect(
    declaredIn({ customFunctionInputVariables: [{ variableName: 'order', variableValue: '{{llm_0}}' }] }),
  ).toEqual({ $order: '{{llm_0}}' })
  expect(declaredIn({ functionInputVariables: 'not JSON' })).toEqual({})
})

test('values go along by name; the flow’s own are set without moving a line', () => {
  const code = '// first\nreturn $rows.length'

  expect(toRun(code, { $rows: '[1, 2]', $name: '{ no JSON' })).toEqual({
    javascriptFunction: code,
    functionInputVariables: { rows: [1, 2], name: '{ no JSON' },
  })
  expect(toRun(code, { '$flow.input': 'Hello', '$flow.state.count': '2' })).toEqual({
    javascriptFunction: `Object.assign($flow, {"input":"Hello","state":{"count":"2"}});${code}`,
    functionInputVariables: {},
  })
})

test('functions are tried; schemas, templates and what says no are not', () => {
  const input = (name: string, more = {}) => ({ name, label: name, type: 'code', ...more })

  expect(
    ['javascriptFunction', 'ifFunction', 'customFunctionJavascriptFunction'].map((name) =>
      canBeTried(input(name)),
    ),
  ).toEqual([true, true, true])
  expect(['resultFormat', 'requestsGetHeaders', 'jsonSchema'].map((name) => canBeTried(input(name)))).toEqual(
    [false, false, false],
  )
  expect(canBeTried(input('javascriptFunction', { hideCodeExecute: true }))).toBe(false)
  expect(canBeTried({ ...input('javascriptFunction'), type: 'string' })).toBe(false)
})
