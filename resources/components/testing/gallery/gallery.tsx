import { Badges } from './badges';
import { Controls } from './controls';
import { Fields } from './fields';
import { Figures } from './figures';
import { Lists } from './lists';
import { Notices } from './notices';
import { Scales } from './scales';
import { Colours } from './colours';

export default function Gallery() {
  return (
    <>
      <Colours />
      <Scales />
      <Badges />
      <Controls />
      <Fields />
      <Notices />
      <Figures />
      <Lists />
    </>
  );
}
