/**
 * Every component in every state, on one page. It is for those who write the app and is in development
 * builds only, so its own words are not translated; what the components say is.
 */

import { AntdSamples } from './antd-samples.tsx';
import { ControlSamples } from './control-samples.tsx';
import { FeedbackSamples } from './feedback-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import { FormMessageSamples } from './form-message-samples.tsx';
import { MediaSamples } from './media-samples.tsx';
import { TokenSamples } from './token-samples.tsx';
import './design.css';

/** The page at `/design`. */
export function DesignPage() {
  return (
    <div className="page design">
      <h1 className="page-title">Design</h1>
      <p className="page-intro">
        Every component in every state. Theme, price colours and language are in the header.
      </p>
      <TokenSamples />
      <ControlSamples />
      <FieldSamples />
      <FormMessageSamples />
      <FeedbackSamples />
      <MediaSamples />
      <AntdSamples />
    </div>
  );
}
