import { findOnDevice, forgetOnDevice, storeOnDevice } from '#client/components/device-drafts.ts'
import type { AssistantDetails, AssistantDraft } from '#shared/assistants.ts'
import { contains } from '#shared/compare-assistants.ts'

/** The form of an assistant that the server may not have. */
export type DeviceForm = {
  key: string
  details: AssistantDetails
  /** The server revision it is based on; 0 for an assistant without a flow. */
  base: number
}

const keyOf = (owner: string, id: string) => `${owner}:assistant:${id}`

export const findForm = async (owner: string, id: string) =>
  (await findOnDevice<DeviceForm>(keyOf(owner, id))) as DeviceForm | undefined

export type DeviceForms = {
  /** Reject where the browser stores no data. */
  save: (details: AssistantDetails, base: number) => Promise<void>
  forget: () => Promise<void>
}

export function deviceForms(owner: string, id: string): DeviceForms {
  const key = keyOf(owner, id)
  return {
    save: (details, base) => storeOnDevice<DeviceForm>({ key, details, base }),
    forget: () => forgetOnDevice(key),
  }
}

export type FormChoice = 'server' | 'device' | 'both'

/**
 * Which form the editor opens. `device`: not sent to the server yet. `both`: changed on this device and elsewhere.
 */
export function chooseForm({ details, head }: AssistantDraft, device: DeviceForm | undefined): FormChoice {
  // The page was closed before the response to its last save came.
  if (!device || contains(details, device.details)) {
    return 'server'
  }
  return device.base === (head?.revision ?? 0) ? 'device' : 'both'
}
