import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import type { FormErrors } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { FullProfile, Profile } from '#shared/profile.ts'
import { ProfileAside } from './profile-aside.tsx'
import { ProfileFoot } from './profile-foot.tsx'
import { ProfileSections } from './profile-sections.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** Product spec: duration of the success message. */
const SUCCESS_MS = 4_000

type Props = { stored: FullProfile; onClose: () => void }

export function LoadedProfile({ stored, onClose }: Props) {
  const { profile: texts } = useTexts().account
  const form = useProfileForm(stored)
  const body = useRef<HTMLDivElement>(null)
  const { failure, setFailure, isSaved, save } = useSave(form, body)
  const mayDiscard = useMayDiscard(form)
  const isEdited = form.draft !== undefined
  useFocusOnEdit(isEdited, body)

  function edit() {
    setFailure(undefined)
    form.begin()
  }
  function cancel() {
    setFailure(undefined)
    form.end()
  }
  const close = async () => (await mayDiscard()) && onClose()
  const leave = async () => (await mayDiscard()) && (isEdited ? cancel() : onClose())

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.draft || save.isPending) {
      return
    }
    const issue = form.check()
    setFailure(issue && texts.faulty)
    if (issue) {
      focusField(body, issue)
    } else {
      save.mutate(form.draft)
    }
  }

  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      size="wide"
      flush
      onClose={close}
      onEscape={leave}
      locked={save.isPending}
      form={{ onSubmit: submit, noValidate: true }}
      footer={
        <ProfileFoot
          isEdited={isEdited}
          isSaving={save.isPending}
          isSaved={isSaved}
          failure={failure}
          onEdit={edit}
          onCancel={cancel}
          onClose={close}
        />
      }
    >
      <div className="profile grid text-primary line-above margin-top-8" ref={body}>
        <ProfileAside profile={stored} />
        <div className="profile-main grid shrinks pad-24 gap-28 content-start line-left">
          <ProfileSections stored={stored} form={form} />
        </div>
      </div>
    </Dialog>
  )
}

type Form = ReturnType<typeof useProfileForm>
type Body = RefObject<HTMLDivElement | null>

function useSave(form: Form, body: Body) {
  const { profile: texts } = useTexts().account
  const [failure, setFailure] = useState<string>()
  const [isSaved, setSaved] = useState(false)
  const utils = trpc.useUtils()

  useEffect(() => {
    if (isSaved) {
      const timer = setTimeout(() => setSaved(false), SUCCESS_MS)
      return () => clearTimeout(timer)
    }
  }, [isSaved])

  const save = trpc.profile.save.useMutation({
    onMutate: () => {
      form.setErrors({})
      setFailure(undefined)
      setSaved(false)
    },
    onSuccess: (saved) => {
      utils.profile.get.setData(undefined, saved)
      utils.auth.me.invalidate()
      form.end()
      setSaved(true)
    },
    onError: (error) => {
      const { details = {} } = toAppError(error)
      const issues = Object.entries(details).filter(
        ([name, value]) => name in (form.draft ?? {}) && Array.isArray(value),
      )
      form.setErrors(Object.fromEntries(issues) as FormErrors)
      setFailure(issues.length > 0 ? texts.faulty : texts.saveFailed)
      focusField(body, issues[0]?.[0] as keyof Profile | undefined)
    },
  })
  return { save, failure, setFailure, isSaved }
}

function useMayDiscard(form: Form) {
  const { profile: texts } = useTexts().account
  const confirm = useConfirm()
  return async () =>
    !form.isDirty() ||
    (await confirm({
      title: texts.discardTitle,
      description: texts.discardText,
      confirmButtonName: texts.discard,
      cancelButtonName: texts.keepEditing,
      danger: true,
    }))
}

/** Focuses the first field when editing begins and the button when it ends, so the focus is never lost. */
function useFocusOnEdit(isEdited: boolean, body: Body) {
  const was = useRef(isEdited)
  useEffect(() => {
    if (was.current !== isEdited) {
      was.current = isEdited
      if (isEdited) {
        focusField(body, 'customerName')
      } else {
        body.current?.closest('form')?.querySelector<HTMLElement>('[data-profile-edit]')?.focus()
      }
    }
  }, [isEdited, body])
}

function focusField({ current }: Body, name: keyof Profile | undefined) {
  current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
