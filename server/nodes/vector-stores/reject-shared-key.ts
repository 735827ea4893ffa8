import { AppError } from '#shared/errors.ts'

type Call = { isShared: boolean; label: string }

/** The author types in the address, so a platform key would reach a stranger. */
export function rejectSharedKey({ isShared, label }: Call) {
  if (isShared) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: A shared credential cannot be used with a custom URL. Choose your own credential.`,
    )
  }
}
