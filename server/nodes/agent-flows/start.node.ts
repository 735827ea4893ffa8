import { defineNode } from '#server/engine/define-node.ts'
import type { ArrayCell, Json } from '#server/engine/inputs.ts'
import type { RunInput } from '#shared/runs.ts'
import { optionsOf } from './step-inputs.ts'

const isForm = { startInputType: 'formInput' }
const isWebhook = { startInputType: 'webhookTrigger' }
const isSigned = { ...isWebhook, webhookEnableAuth: true }
const isAsync = { ...isWebhook, webhookResponseMode: 'async' }
const isValidated = { ...isWebhook, webhookEnableValidation: true }
const isSchedule = { startInputType: 'scheduleInput' }
const isPicked = { ...isSchedule, scheduleType: 'visualPicker' }
const isScheduledForm = { ...isSchedule, scheduleInputMode: 'form' }

const inputModes = optionsOf({ text: 'Text', form: 'Form', none: 'None' })
const listOf = (type: string) => [`array[${type}]`, `Array of ${type[0]?.toUpperCase()}${type.slice(1)}s`]
const bodyTypes = Object.fromEntries([
  ['string', 'String'],
  ['number', 'Number'],
  ['boolean', 'Boolean'],
  ['object', 'Object'],
  ...['string', 'number', 'boolean', 'object'].map(listOf),
])

const weekdays = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
}
const daysOfMonth = Object.fromEntries(Array.from({ length: 31 }, (_, day) => [day + 1, String(day + 1)]))

const formRows = (field: string): ArrayCell[] => [
  {
    name: 'type',
    label: 'Type',
    type: 'options',
    default: 'string',
    options: optionsOf({ string: 'String', number: 'Number', boolean: 'Boolean', options: 'Options' }),
  },
  { name: 'label', label: 'Label', type: 'string' },
  { name: 'name', label: 'Variable Name', type: 'string' },
  {
    name: 'addOptions',
    label: 'Add Options',
    type: 'array',
    optional: true,
    show: { [`${field}[$index].type`]: 'options' },
    array: [{ name: 'option', label: 'Option', type: 'string' }],
  },
]

const params = (label: string, cells: readonly ArrayCell[] = []) =>
  ({
    type: 'array',
    label,
    optional: true,
    show: isValidated,
    array: [
      { name: 'name', label: 'Name', type: 'string' },
      ...cells,
      { name: 'required', label: 'Required', type: 'boolean', optional: true },
    ],
  }) as const

export const startAgentflow = defineNode({
  name: 'startAgentflow',
  label: 'Start',
  version: 1.4,
  category: 'Agent Flows',
  description: 'Starts the flow with a message, a form, a webhook or a schedule.',
  icon: 'start',
  baseClasses: ['Start'],
  inputs: {
    startInputType: {
      type: 'options',
      label: 'Input Type',
      options: [
        { name: 'chatInput', label: 'Chat Input' },
        { name: 'formInput', label: 'Form Input' },
        { name: 'webhookTrigger', label: 'Webhook' },
        { name: 'scheduleInput', label: 'Schedule' },
      ],
      default: 'chatInput',
    },
    formTitle: { type: 'string', label: 'Form Title', show: isForm },
    formDescription: { type: 'string', label: 'Form Description', optional: true, show: isForm },
    formInputTypes: {
      type: 'array',
      label: 'Form Input Types',
      show: isForm,
      array: formRows('formInputTypes'),
    },
    webhookMethod: {
      type: 'options',
      label: 'Method',
      options: optionsOf({ GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' }),
      default: 'POST',
      show: isWebhook,
    },
    webhookContentType: {
      type: 'options',
      label: 'Content Type',
      options: optionsOf({
        'application/json': 'application/json',
        'application/x-www-form-urlencoded': 'application/x-www-form-urlencoded',
      }),
      default: 'application/json',
      optional: true,
      show: isWebhook,
    },
    webhookInputMode: {
      type: 'options',
      label: 'Input Mode',
      description: 'What the flow receives as its question',
      options: optionsOf({ text: 'Text', none: 'None', payload: 'Payload' }),
      default: 'text',
      show: isWebhook,
    },
    webhookDefaultInput: {
      type: 'string',
      label: 'Default Input',
      rows: 4,
      acceptVariable: true,
      optional: true,
      show: { ...isWebhook, webhookInputMode: 'text' },
    },
    webhookEnableAuth: {
      type: 'boolean',
      label: 'Require a Signature',
      default: false,
      optional: true,
      show: isWebhook,
    },
    webhookSignatureHeader: {
      type: 'string',
      label: 'Signature Header',
      placeholder: 'x-webhook-signature',
      optional: true,
      show: isSigned,
    },
    webhookSignatureType: {
      type: 'options',
      label: 'Signature Type',
      options: optionsOf({ 'hmac-sha256': 'HMAC-SHA256', 'plain-token': 'Plain Token' }),
      default: 'hmac-sha256',
      optional: true,
      show: isSigned,
    },
    webhookResponseMode: {
      type: 'options',
      label: 'Response Mode',
      options: optionsOf({ sync: 'Wait for the answer', async: 'Answer later', stream: 'Stream' }),
      default: 'sync',
      show: isWebhook,
    },
    callbackUrl: { type: 'string', label: 'Callback URL', optional: true, show: isAsync },
    callbackSecret: { type: 'password', label: 'Callback Secret', optional: true, show: isAsync },
    webhookEnableValidation: {
      type: 'boolean',
      label: 'Check Parameters',
      default: false,
      optional: true,
      show: isWebhook,
    },
    webhookQueryParams: params('Query Parameters'),
    webhookBodyParams: params('Body Parameters', [
      {
        name: 'type',
        label: 'Type',
        type: 'options',
        default: 'string',
        options: optionsOf(bodyTypes),
      },
    ]),
    webhookHeaderParams: params('Header Parameters'),
    scheduleType: {
      type: 'options',
      label: 'Schedule Type',
      options: optionsOf({ visualPicker: 'Picker', cronExpression: 'Cron Expression' }),
      default: 'visualPicker',
      show: isSchedule,
    },
    scheduleCronExpression: {
      type: 'string',
      label: 'Cron Expression',
      placeholder: '0 9 * * 1-5',
      show: { ...isSchedule, scheduleType: 'cronExpression' },
    },
    scheduleFrequency: {
      type: 'options',
      label: 'Frequency',
      options: optionsOf({ hourly: 'Hourly', daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' }),
      show: isPicked,
    },
    scheduleOnMinute: {
      type: 'number',
      label: 'On Minute',
      min: 0,
      max: 59,
      show: { ...isPicked, scheduleFrequency: 'hourly' },
    },
    scheduleOnTime: {
      type: 'string',
      label: 'On Time',
      placeholder: '09:00',
      show: { ...isPicked, scheduleFrequency: ['daily', 'weekly', 'monthly'] },
    },
    scheduleOnDayOfWeek: {
      type: 'multiOptions',
      label: 'On Weekdays',
      options: optionsOf(weekdays),
      show: { ...isPicked, scheduleFrequency: 'weekly' },
    },
    scheduleOnDayOfMonth: {
      type: 'multiOptions',
      label: 'On Days of the Month',
      options: optionsOf(daysOfMonth),
      show: { ...isPicked, scheduleFrequency: 'monthly' },
    },
    scheduleEndDate: {
      type: 'string',
      label: 'End Date',
      placeholder: '2027-12-31',
      optional: true,
      show: isSchedule,
    },
    // Text rather than a list of 418 zones in every catalogue.
    scheduleTimezone: {
      type: 'string',
      label: 'Time Zone',
      placeholder: 'Europe/Istanbul',
      default: 'UTC',
      optional: true,
      show: isSchedule,
    },
    scheduleInputMode: {
      type: 'options',
      label: 'Input Mode',
      options: inputModes,
      default: 'text',
      show: isSchedule,
    },
    scheduleDefaultInput: {
      type: 'string',
      label: 'Default Input',
      rows: 4,
      show: { ...isSchedule, scheduleInputMode: 'text' },
    },
    scheduleFormInputTypes: {
      type: 'array',
      label: 'Form Input Types',
      show: isScheduledForm,
      array: formRows('scheduleFormInputTypes'),
    },
    scheduleFormDefaults: { type: 'json', label: 'Form Defaults', optional: true, show: isScheduledForm },
    startEphemeralMemory: { type: 'boolean', label: 'Ephemeral Memory', optional: true },
    startState: {
      type: 'array',
      label: 'Flow State',
      optional: true,
      array: [
        { name: 'key', label: 'Key', type: 'string' },
        { name: 'value', label: 'Value', type: 'string', optional: true },
      ],
    },
    startPersistState: { type: 'boolean', label: 'Persist State', optional: true },
  },
  // biome-ignore lint/correctness/useYield: it writes nothing, but every step is a generator
  async *step({ inputs, step, turn }) {
    const { startEphemeralMemory: ephemeralMemory, startPersistState: persistState } = inputs
    const flags = {
      ...(ephemeralMemory && { ephemeralMemory }),
      ...(persistState && { persistState }),
    }
    const value = { ...outputOf(step.runInput, turn.question), ...flags }
    return { value, input: value }
  },
})

function outputOf(input: RunInput, question: string): { [key: string]: Json } {
  return input.kind === 'question' ? { question } : { [input.kind]: input.value as Json }
}
