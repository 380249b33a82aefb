set @a.b=1, @a.c.1 = 'y';
select @a.b, @a.c := 2, @`x.y`, @a.c.1, @a.b+1, @a.b.c.d, @x$.y;
select @a.b as q, @a from (select 1) t;
select @a.b, @a.c.1 into @q.r, @q.s;
select @q.r, @q.s, @q.;
prepare s from 'select ?, ?';
execute s using @a.b, @a.c.1;
set @p.q = 'select 7';
prepare s2 from @p.q;
execute s2;
select 1 into @a.;
get diagnostics @d.n = number;
select @d.n;
select 1 into @'quo.ted';
select @`quo.ted`;
select @a.b.c, @1.2, @a.select
;
