/** Which toasts are shown. */

/** The product's toast types. */
export type ToastType = 'info' | 'success' | 'question' | 'warning' | 'error' | 'loading';

/** Something to press in a toast. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** A toast that is shown. */
export interface Toast {
  /** What it is about. */
  readonly id: number | string;
  readonly type: ToastType;
  readonly text: string;
  readonly action: ToastAction | null;
}

const MAX_TOASTS = 5;

/** With one more: it takes the place of another about the same, and of one that says the same. */
export function withToast(shown: readonly Toast[], toast: Toast): readonly Toast[] {
  const { id, type, text } = toast;
  const left = shown.filter((one) => one.id !== id && (one.type !== type || one.text !== text));
  return [...left, toast].slice(-MAX_TOASTS);
}

/** Without the one about something. */
export function withoutToast(shown: readonly Toast[], id: Toast['id']): readonly Toast[] {
  return shown.filter((one) => one.id !== id);
}
