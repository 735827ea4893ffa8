import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type Requirement as Required, requirements } from '#shared/second-factor.ts'
import type { ListedUser } from '#shared/users.ts'

/** Accounts for which a second factor is required. */
export function Requirement({ users }: { users: readonly ListedUser[] }) {
  const { requirement: texts } = useTexts().secondFactor
  const current = trpc.secondFactor.requirement.useQuery(undefined, { staleTime: 0 })
  return (
    <section className="requirement grid gap-12 items-left" aria-label={texts.title}>
      <h3 className="text-14 semibold">{texts.title}</h3>
      <p className="text-13 line-18 text-secondary">{texts.text}</p>
      <AsyncView query={current}>
        {({ requirement }) => <Choice requirement={requirement} users={users} />}
      </AsyncView>
    </section>
  )
}

function Choice({ requirement, users }: { requirement: Required; users: readonly ListedUser[] }) {
  const { requirement: texts } = useTexts().secondFactor
  const errorText = useErrorText()
  const confirm = useConfirm()
  const utils = trpc.useUtils()
  const save = trpc.secondFactor.setRequirement.useMutation({
    onSuccess: (saved) => utils.secondFactor.requirement.setData(undefined, saved),
  })

  async function choose(next: Required) {
    const without = users.filter((user) => isRequiredFor(next, user) && !user.hasSecondFactor).length
    const question = {
      title: texts.confirmTitle,
      description: texts.confirmText(without),
      confirmButtonName: texts.confirm,
    }
    if (without === 0 || (await confirm(question))) {
      save.mutate({ requirement: next })
    }
  }
  return (
    <>
      <SegmentedControl
        label={texts.title}
        value={save.isPending ? save.variables.requirement : requirement}
        options={requirements.map((value) => ({ value, label: texts.options[value] }))}
        onChange={choose}
      />
      <p className="text-13 line-18 text-secondary" role="status">
        {save.isSuccess ? texts.saved : ''}
      </p>
      {save.error && <FormBanner>{errorText(save.error)}</FormBanner>}
    </>
  )
}

function isRequiredFor(requirement: Required, { role }: ListedUser) {
  return requirement === 'everyone' || (requirement === 'admins' && role === 'ADMIN')
}
