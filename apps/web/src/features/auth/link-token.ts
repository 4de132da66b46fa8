/** The token that the link of a mail carries behind its address. */

import { useEffect, useState } from 'react';
import { useNavigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';

const FORM = /^#(\w+)=([A-Za-z0-9_-]{43})$/;

/**
 * The token under a name; '' = there is none. It leaves the address at once, where it would be kept by
 * the history and seen over a shoulder.
 * @param page path of the page that the link leads to
 */
export function useLinkToken(name: string, page: string): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState('');
  const [, given, value = ''] = FORM.exec(hash) ?? [];
  const found = given === name ? value : '';
  useEffect(() => {
    if (found === '') return;
    setToken(found);
    navigate(page, true);
  }, [found, page, navigate]);
  return found === '' ? token : found;
}
