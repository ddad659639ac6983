import './styles/public.css';
import { enhance } from './public/enhance';

export { enhance };

// A page that React had to mount imports this file and calls `enhance` itself, once its markup is there.
if ([...document.scripts].some((script) => script.src === import.meta.url)) enhance(document);
