import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { canBeTried } from '../fields/code-field.tsx'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { writeOver } from '../testing/write-into.ts'
import { declaredIn, namesIn, toRun } from './try-code.tsx'

async function openCode(hasRun = true) {
  const flowData = JSON.stringify(
    buildFlow([
      {
        name: 'customFunction',
        inputs: {
          functionInputVariables: '{"name":"{{question}}","fixed":"seven"}',
          javascriptFunction: 'return [$name, $fixed, $flow.input]',
        },
      },
    ]),
  )
  const canvas = await openCanvas({ flowData })
  const node = await card('customFunction_0')
  fireEvent.click(node)
  fireEvent.keyDown(node, { key: 'i' })
  const panel = within(await screen.findByRole('complementary', { name: 'Side panel' }))
  await canvas.user.click(panel.getByRole('tab', { name: 'Chat' }))
  if (hasRun) {
    act(() => canvas.chat()?.onRunEvent({ type: 'run_started', at: 0, question: 'Where is it?' }))
  }
  await canvas.user.click(panel.getByRole('tab', { name: 'Inspector' }))
  await canvas.user.click(await panel.findByRole('button', { name: 'Test…' }))
  const container = await screen.findByRole('dialog')
  const tried = within(await within(container).findByRole('region', { name: 'Try the function' }))
  return { ...canvas, container, tried }
}

test('a function runs with the values of its node, prefilled from the last run, and shows its return value', async () => {
  const { user, tried } = await openCode()
  const values = ['$name', '$fixed', '$flow.input'].map(
    (name) => (tried.getByRole('textbox', { name }) as HTMLInputElement).value,
  )
  expect(values).toEqual(['Where is it?', 'seven', 'Where is it?'])

  await user.clear(tried.getByRole('textbox', { name: '$fixed' }))
  await user.type(tried.getByRole('textbox', { name: '$fixed' }), 'eight{Enter}')

  expect(await tried.findByText(/"eight"/)).toBeTruthy()
  expect(JSON.parse(tried.getByText(/"eight"/).textContent)).toEqual([
    'Where is it?',
    'eight',
    'Where is it?',
  ])
  // Enter has run the code and applied nothing.
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('before any run, variables of the node are empty texts, and other variables are undefined', async () => {
  const { user, container, tried } = await openCode(false)
  await writeOver('JavaScript Function', 'return [$name, typeof $flow.state, typeof $other]', container)
  await tried.findByRole('textbox', { name: '$other' })

  await user.click(tried.getByRole('button', { name: 'Run' }))

  await tried.findByText(/"undefined"/)
  expect(JSON.parse(tried.getByText(/"undefined"/).textContent)).toEqual(['', 'object', 'undefined'])
})

test('an error is shown with its line; an endless run can be stopped', async () => {
  const { user, container, tried } = await openCode()
  await writeOver('JavaScript Function', 'const a = 1\nreturn nowhere', container)
  await user.click(tried.getByRole('button', { name: 'Run' }))
  expect(await tried.findByText("Line 2: ReferenceError: 'nowhere' is not defined")).toBeTruthy()

  await writeOver('JavaScript Function', 'while (true) {}', container)
  await user.click(tried.getByRole('button', { name: 'Run' }))
  await user.click(await tried.findByRole('button', { name: 'Stop' }))
  expect(await tried.findByRole('button', { name: 'Run' })).toBeTruthy()
  expect(tried.getByRole('status').textContent).toBe('')
})

test('required variables of a program are found once each; stored variables and tools are not requested', () => {
  const code =
    'const a = $name + $flow.input\nreturn $flow.state.count + $name + $vars.city + $tools.x.call({})'

  expect(namesIn(code)).toEqual(['$name', '$flow.input', '$flow.state.count'])
  expect(namesIn('return $flow')).toEqual([])
})

test('declared values of a node are read from an object, its JSON text, or rows of an agent step', () => {
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

test('values are passed by name; values of the flow are set without shifting a line', () => {
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

test('functions can be tested; schemas, templates and disabled inputs cannot', () => {
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
