import { screen, type within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

export async function chooseOtherModel(user: UserEvent, help: ReturnType<typeof within>) {
  await user.click(await help.findByRole('combobox', { name: 'Written by' }))
  await user.click(await screen.findByRole('option', { name: 'Another model' }))
}
