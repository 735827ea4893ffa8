import bar from './bar.css?inline'
import base from './base.css?inline'
import buttons from './buttons.css?inline'
import composer from './composer.css?inline'
import dialogs from './dialogs.css?inline'
import forms from './forms.css?inline'
import markdown from './markdown.css?inline'
import thread from './thread.css?inline'

/** Of the whole chat, later rules last. */
export const styles = [base, buttons, bar, thread, forms, composer, dialogs, markdown].join('')
