import { AppError } from '#shared/errors.ts'

type Call = { isShared: boolean; label: string }

/** The flow's author enters the address, so a platform key would leak to a third party. */
export function rejectSharedKey({ isShared, label }: Call) {
  if (isShared) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: A shared credential cannot be used with a custom URL. Choose your own credential.`,
    )
  }
}
