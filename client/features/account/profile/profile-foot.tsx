import { Button } from '@mui/joy'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  isEdited: boolean
  isSaving: boolean
  isSaved: boolean
  failure: string | undefined
  onEdit: () => void
  onCancel: () => void
  onClose: () => void
}

export function ProfileFoot({ isEdited, isSaving, isSaved, failure, onEdit, onCancel, onClose }: Props) {
  const { profile: texts } = useTexts().account
  return (
    <div className="profile-foot row wraps full-width at-end">
      {failure && (
        <p className="row" role="alert" data-tone="danger">
          {failure}
        </p>
      )}
      {isSaved && (
        <p className="row" role="status" data-tone="success">
          <StatusDot state="live" />
          {texts.saved}
        </p>
      )}
      <div className="flex wraps gap-8 at-end">
        <Button variant="plain" color="neutral" disabled={isSaving} onClick={onClose}>
          {texts.close}
        </Button>
        {isEdited ? (
          <>
            <Button variant="outlined" color="neutral" disabled={isSaving} onClick={onCancel}>
              {texts.cancel}
            </Button>
            <Button type="submit" disabled={isSaving} aria-busy={isSaving}>
              {isSaving ? texts.saving : texts.save}
            </Button>
          </>
        ) : (
          <Button data-profile-edit onClick={onEdit}>
            {texts.edit}
          </Button>
        )}
      </div>
    </div>
  )
}
