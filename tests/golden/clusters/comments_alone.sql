# A statement that is nothing but comments is none, and no error; what PREPARE reads is one.
/* nothing */;
/* one */ /* two */;
/*+ a hint */;
/*! */;
/*!99999 not of this version */;
/* nothing */ -- to the end
;
prepare s from '';
prepare s from '/* nothing */';
prepare s from '-- nothing';
execute s;
select 1 /* behind */;
