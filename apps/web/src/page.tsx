/** A page whose code comes when it is shown. */
import { type ComponentType, lazy, useState } from 'react';

async function noMore(): Promise<void> {}

/**
 * A page whose code is loaded when it is first shown, or ahead by its `prepare`.
 * @param words brings messages that few pages need
 */
export function page<P extends object>(load: () => Promise<ComponentType<P>>, words = noMore) {
  let loaded: ComponentType<P> | null = null;
  const prepare = async () => {
    const [code] = await Promise.all([loaded ?? load(), words()]);
    loaded = code;
    return { default: code };
  };
  const Later = lazy(prepare);
  function Page(props: P) {
    // What is there already is drawn at once: React holds back what had to wait by 300 ms.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? (Later as ComponentType<P>));
    return <Shown {...props} />;
  }
  return Object.assign(Page, { prepare });
}
